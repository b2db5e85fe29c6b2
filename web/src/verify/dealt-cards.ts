/** The cards that a table's records say it was dealt, by shoe, for comparison with the sealed shoes. */
import { type CurrentRecord, StreamCheck } from "./stream-check";
import type { Data } from "./strict-json";

/** A shoe in use: the faces that were written down, by place out of the shoe. */
export class DealtShoe {
  readonly faces = new Map<number, string | null>();

  constructor(
    readonly size: number,
    readonly depth: number | null,
    /** In which record of the table it was cut, and where. */
    readonly cut: { readonly record: number; readonly at: number },
    /** Whether cards may have left it in records that are not in the bundle. */
    public gapped = false,
  ) {}
}

export class DealtCards extends StreamCheck {
  readonly shoes: DealtShoe[] = [];
  /** The digest of the rules in force. */
  rules = "";
  #record = 0;
  #cut = { record: 0, at: 0 };
  #shoe = new DealtShoe(0, null, this.#cut, true);
  /** The last shoe that was loaded: a round that is opened again is of the shoe that it was dealt from. */
  #newest = this.#shoe;
  readonly #shoeOfRound = new Map<number, DealtShoe>();

  protected override readonly handlers = {
    table_opened: (event: Data): void => void (this.rules = event["rules"].digest),
    change_took_effect: (event: Data): void => void (this.rules = event["rules"].digest),
    cards_cut: (event: Data): void => void (this.#cut = { record: this.#record, at: event["at"] }),
    shoe_loaded: (event: Data): void => this.#load(event),
    round_started: (event: Data): void => void this.#shoeOfRound.set(event["number"], this.#shoe),
    round_reopened: (event: Data): void => void (this.#shoe = this.#shoeOfRound.get(event["number"]) ?? this.#shoe),
    round_ended: (): void => void (this.#shoe = this.#newest),
    card_burned: (event: Data): void => this.#leaves(event),
    card_dealt: (event: Data): void => (event["from_excess"] ? this.#isSeen(event) : this.#leaves(event)),
    excess_card_kept: (event: Data): void => this.#leaves(event["card"]),
    card_put_aside: (event: Data): void => this.#putAside(event),
    hand_exposed: (event: Data): void => (event["cards"] as Data[]).forEach((card) => this.#isSeen(card)),
    card_disclosed: (event: Data): void => this.#isSeen(event),
    card_corrected: (event: Data): void => void this.#shoe.faces.set(event["place"], event["card"]),
  };

  protected override begin({ number }: CurrentRecord): void {
    this.#record = number;
  }

  override skipped(): void {
    this.#shoe.gapped = true;
  }

  #load(event: Data): void {
    this.#shoe = this.#newest = new DealtShoe(event["cards"], event["depth"], this.#cut);
    this.shoes.push(this.#shoe);
  }

  #leaves(card: Data): void {
    const [{ faces, size, gapped }, place] = [this.#shoe, card["place"] as number];
    const follows = place === faces.size + 1 && place <= size;
    this.report.wrong("cards", `card ${place} after ${faces.size} cards`, !follows && !gapped);
    faces.set(place, card["card"]);
  }

  /** A card that waited, or one as it leaves the shoe. */
  #putAside(event: Data): void {
    if (this.#shoe.faces.has(event["place"])) this.#isSeen(event);
    else if (event["counted"]) this.#leaves(event);
  }

  /** Turning a card over does not change its face. */
  #isSeen(card: Data): void {
    const [{ faces }, place, face] = [this.#shoe, card["place"] as number, card["card"] as string | null];
    const known = faces.get(place) ?? null;
    this.report.wrong("cards", `${known} is now ${face}`, known !== null && face !== null && known !== face);
    faces.set(place, face ?? known);
  }
}
