/** Whether the window has room for the table as it is seen from above. */

class Wide {
  #query = matchMedia("(min-width: 900px)");
  table = $state(this.#query.matches);

  constructor() {
    this.#query.addEventListener("change", (event) => (this.table = event.matches));
  }
}

export const wide = new Wide();
