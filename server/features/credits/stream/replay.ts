import { lotsCost } from '#shared/plans.ts';
import type { CreditEvent } from '#server/features/credits/events.ts';
import type { HeldLot } from '#server/features/credits/held-lot.ts';
import { evolve, INITIAL_STATE, type StreamState } from '#server/features/credits/evolve.ts';
import { countCalls } from '#server/features/credits/lots.ts';

/** Computes the state of a whole stream from the facts of its events. */
export class Replay {
  #balance = INITIAL_STATE.balance;
  #period = INITIAL_STATE.period;
  readonly #holds = new Map<string, readonly HeldLot[]>();

  /** Applies the facts of the next event, ignoring the state stored with it. Returns the new state. */
  apply(event: CreditEvent): StreamState {
    const hold =
      ('campaignId' in event ? this.#holds.get(event.campaignId) : undefined) ?? INITIAL_STATE.hold;
    const state = evolve({ balance: this.#balance, period: this.#period, hold }, event);
    this.#set(event, state);
    return state;
  }

  /** Continues from an event's stored state after a mismatch, so that later events are checked on their own. */
  adopt(event: CreditEvent): void {
    this.#set(event, storedState(event));
  }

  get balance(): StreamState['balance'] {
    return this.#balance;
  }

  /** The credits that all campaigns hold; must equal `balance.held`. */
  get heldByCampaigns(): number {
    return [...this.#holds.values()].reduce((sum, hold) => sum + lotsCost(hold), 0);
  }

  /** The calls that each campaign holds, by campaign id. */
  get callsHeld(): Map<string, number> {
    return new Map([...this.#holds].map(([campaignId, hold]) => [campaignId, countCalls(hold)]));
  }

  #set(event: CreditEvent, { balance, period, hold }: StreamState): void {
    this.#balance = balance;
    this.#period = period;
    if (!('campaignId' in event)) return;
    if (hold.length > 0) this.#holds.set(event.campaignId, hold);
    else this.#holds.delete(event.campaignId);
  }
}

/** Returns the state after an event, as stored with it. */
export function storedState(event: CreditEvent): StreamState {
  const { balance, period } = event;
  return { balance, period, hold: 'hold' in event ? event.hold : INITIAL_STATE.hold };
}
