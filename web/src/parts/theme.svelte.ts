/** Dark or light, by the system or by choice; and other habits that a browser remembers. */

export type Theme = "system" | "dark" | "light";
export type Marks = "shapes" | "traditional";
export type Beads = "letters" | "totals";

function kept(name: string, otherwise: string): string {
  try {
    return localStorage.getItem(`puntobanco.${name}`) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`puntobanco.${name}`, value);
  } catch {
    // a browser that keeps nothing forgets it with the page
  }
}

class Habits {
  #theme = $state(kept("theme", "system") as Theme);
  #shortcuts = $state(kept("shortcuts", "on") === "on");
  #sound = $state(kept("sound", "off") === "on");
  #marks = $state(kept("marks", "shapes") as Marks);
  #beads = $state(kept("beads", "letters") as Beads);

  get theme(): Theme {
    return this.#theme;
  }
  set theme(theme: Theme) {
    this.#theme = theme;
    keep("theme", theme);
    wearTheme();
  }

  get shortcuts(): boolean {
    return this.#shortcuts;
  }
  set shortcuts(on: boolean) {
    this.#shortcuts = on;
    keep("shortcuts", on ? "on" : "off");
  }

  get sound(): boolean {
    return this.#sound;
  }
  set sound(on: boolean) {
    this.#sound = on;
    keep("sound", on ? "on" : "off");
  }

  get marks(): Marks {
    return this.#marks;
  }
  set marks(marks: Marks) {
    this.#marks = marks;
    keep("marks", marks);
  }

  get beads(): Beads {
    return this.#beads;
  }
  set beads(beads: Beads) {
    this.#beads = beads;
    keep("beads", beads);
  }
}

export const habits = new Habits();

export function wearTheme(): void {
  if (habits.theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = habits.theme;
}
