/** Which page is asked for: the address says it, and nothing else. */

class Route {
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
    document.addEventListener("click", (event) => this.#follow(event));
  }

  go(path: string): void {
    if (path === this.path) return;
    history.pushState(null, "", path);
    this.path = path;
    scrollTo(0, 0);
  }

  /** Links within the house change the page; everything else is the browser's. */
  #follow(event: MouseEvent): void {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!plain || event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return;
    if (link.origin !== location.origin || link.target !== "" || link.hash !== "") return;
    event.preventDefault();
    this.go(link.pathname);
  }
}

export const route = new Route();

export interface Found {
  page: "lobby" | "table" | "wall" | "account" | "enter" | "enrol" | "nowhere";
  name: string;
}

export function found(path: string): Found {
  const parts = path.split("/").filter((part) => part !== "");
  const [first, second] = [parts[0], decodeURIComponent(parts[1] ?? "")];
  if (first === undefined) return { page: "lobby", name: "" };
  if (first === "tables" && parts.length === 2) return { page: "table", name: second };
  if (first === "wall" && parts.length === 2) return { page: "wall", name: second };
  if ((first === "account" || first === "enter" || first === "enrol") && parts.length === 1) return { page: first, name: "" };
  return { page: "nowhere", name: "" };
}

export function toTable(table: string): string {
  return `/tables/${encodeURIComponent(table)}`;
}

export function toWall(table: string): string {
  return `/wall/${encodeURIComponent(table)}`;
}
