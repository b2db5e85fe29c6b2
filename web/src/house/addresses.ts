/** Pages of the operator's about one table, and papers of the server. */
import { API, segment } from "../api/ask";

export function toNotice(table: string): string {
  return `/notice/${segment(table)}`;
}

export function toSign(table: string): string {
  return `/sign/${segment(table)}`;
}

export type Form = "html" | "json" | "csv";

/** A report as a page or a file. */
export function toReport(about: string, form: Form, query: Record<string, string> = {}): string {
  const said = new URLSearchParams({ ...query, format: form });
  return `${API}/reports/${about}?${said}`;
}
