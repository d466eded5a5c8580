import { lotsCost } from '#shared/pricing.ts';
import type { CreditEvent, HeldLot } from '#server/credits/events.ts';
import { evolve, NO_FIGURES, type Stats } from '#server/credits/evolve.ts';
import { countCalls } from '#server/credits/lots.ts';

/** The figures of a whole stream, built from its events alone, from zero. */
export class Replay {
  #balance = NO_FIGURES.balance;
  #period = NO_FIGURES.period;
  readonly #holds = new Map<string, readonly HeldLot[]>();

  /** Applies the facts of the next event; the figures it carries are not looked at. */
  apply(event: CreditEvent): Stats {
    const hold = ('campaignId' in event ? this.#holds.get(event.campaignId) : undefined) ?? NO_FIGURES.hold;
    const figures = evolve({ balance: this.#balance, period: this.#period, hold }, event);
    this.#keep(event, figures);
    return figures;
  }

  /** Goes on from what an event carries, after it was found wrong: later events are judged by themselves. */
  adopt(event: CreditEvent): void {
    this.#keep(event, carriedBy(event));
  }

  get balance(): Stats['balance'] {
    return this.#balance;
  }

  /** What the campaigns together hold, in credits; it must be what the balance says is held. */
  get heldByCampaigns(): number {
    return [...this.#holds.values()].reduce((sum, hold) => sum + lotsCost(hold), 0);
  }

  /** The calls that each campaign holds. */
  get callsHeld(): Map<string, number> {
    return new Map([...this.#holds].map(([campaignId, hold]) => [campaignId, countCalls(hold)]));
  }

  #keep(event: CreditEvent, { balance, period, hold }: Stats): void {
    this.#balance = balance;
    this.#period = period;
    if (!('campaignId' in event)) return;
    if (hold.length > 0) this.#holds.set(event.campaignId, hold);
    else this.#holds.delete(event.campaignId);
  }
}

/** The figures an event carries, as they were after it. */
export function carriedBy(event: CreditEvent): Stats {
  const { balance, period } = event;
  return { balance, period, hold: 'hold' in event ? event.hold : NO_FIGURES.hold };
}
