/** Which page is asked for: the address says it, and nothing else. */

class Route {
  path = $state(location.pathname);
  /** Whether somebody has come here from another page of the house: then the browser announces nothing by itself. */
  #changed = false;

  constructor() {
    addEventListener("popstate", () => this.#show(location.pathname));
    document.addEventListener("click", (event) => this.#follow(event));
  }

  go(path: string): void {
    if (path === this.path) return;
    history.pushState(null, "", path);
    this.#show(path);
    scrollTo(0, 0);
  }

  #show(path: string): void {
    this.#changed = true;
    this.path = path;
  }

  /** Whoever reads by ear or goes by keys begins at the name of a page that was not there before. */
  arrive(title: HTMLElement): void {
    if (this.#changed) title.focus({ preventScroll: true });
  }

  /** Links within the house change the page; everything else is the browser's. */
  #follow(event: MouseEvent): void {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!plain || event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return;
    if (link.origin !== location.origin || link.target !== "" || link.hash !== "" || link.hasAttribute("download"))
      return;
    event.preventDefault();
    this.go(link.pathname);
  }
}

export const route = new Route();

export interface Found {
  page: string;
  name: string;
}

/** `/tables/7` is the page "tables" of the name "7", `/` the page ""; an address with more parts is nowhere. */
export function found(path: string): Found {
  const [page, name, ...more] = path.split("/").filter((part) => part !== "");
  return more.length > 0 ? { page: "nowhere", name: "" } : { page: page ?? "", name: decoded(name ?? "") };
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

export function toTable(table: string): string {
  return `/tables/${encodeURIComponent(table)}`;
}

export function toWall(table: string): string {
  return `/wall/${encodeURIComponent(table)}`;
}

export function toConsole(table: string): string {
  return `/deal/${encodeURIComponent(table)}`;
}
