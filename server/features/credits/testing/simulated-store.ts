import type { CreditEvent } from '../events.ts';
import type { CreditEventStore } from '../stream/credit-event-store.ts';

/** Whether a call of the store fails: before its effect, after half of it, or after all of it. */
export type Fault = 'none' | 'before' | 'halfway' | 'after';

/** A store in memory, shared by several ledgers. Each call takes effect at one `step` and ends at a later one. */
export class SimulatedStore implements CreditEventStore {
  readonly streams = new Map<string, CreditEvent[]>();
  failures = 0;
  readonly #step: () => Promise<unknown>;
  readonly #faults: Iterator<Fault, unknown>;

  constructor(step: () => Promise<unknown>, faults: Iterator<Fault, unknown>) {
    this.#step = step;
    this.#faults = faults;
  }

  eventsOf(streamId: string): CreditEvent[] {
    const events = this.streams.get(streamId) ?? [];
    this.streams.set(streamId, events);
    return events;
  }

  append(events: readonly CreditEvent[]): Promise<number> {
    return this.#call((fault) => {
      const reached = fault === 'halfway' ? events.slice(0, events.length / 2) : events;
      const taken = reached.findIndex((event) => !this.#insert(event));
      return taken === -1 ? reached.length : taken;
    });
  }

  head(streamId: string): Promise<CreditEvent | undefined> {
    return this.#call(() => this.eventsOf(streamId).at(-1));
  }

  lastOfCampaign(streamId: string, campaignId: string): Promise<CreditEvent | undefined> {
    return this.#call(() =>
      this.eventsOf(streamId).findLast((event) => 'campaignId' in event && event.campaignId === campaignId),
    );
  }

  findByKeys(streamId: string, keys: readonly string[]): Promise<CreditEvent[]> {
    return this.#call(() => this.eventsOf(streamId).filter(({ key }) => keys.includes(key)));
  }

  async confirm(event: CreditEvent): Promise<void> {
    await this.append([event]);
  }

  async #call<T>(effect: (fault: Fault) => T): Promise<T> {
    const next = this.#faults.next();
    const fault = next.done === true ? 'none' : next.value;
    await this.#step();
    if (fault === 'before') return this.#fail();
    const result = effect(fault);
    await this.#step();
    return fault === 'none' ? result : this.#fail();
  }

  #fail(): never {
    this.failures += 1;
    throw new Error('The store failed');
  }

  #insert(event: CreditEvent): boolean {
    const events = this.eventsOf(event.streamId);
    if (events.some(({ key, version }) => key === event.key || version === event.version)) return false;
    events.push(event);
    return true;
  }
}
