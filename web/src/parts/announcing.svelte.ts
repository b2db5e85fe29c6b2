/** Words for whoever listens instead of looking: one at a time, politely. */

class Announcing {
  text = $state("");

  say(text: string): void {
    this.text = text;
  }
}

export const announcing = new Announcing();
