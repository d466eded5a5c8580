import { groupBy } from '#server/platform/lib/group-by.ts';
import type { HeldLane } from './lane-store.ts';
import { SlowEndpoints } from './slow-endpoints.ts';

/** How much a process sends at a time: of one user and to one endpoint, in total, and to slow endpoints, which come on top. */
const LIMITS = { user: 8, endpoint: 2, total: 64, slow: 32 };
/** Endpoints turn slow while they are sent to: never more than this is open. */
export const MOST_OPEN = 256;

/** Returns how much of one user is sent at a time. The less room is left, the less: a few users never take all of it. */
function userLimit(sending: number): number {
  const room = Math.max(0, LIMITS.total - sending);
  return Math.max(1, Math.ceil((LIMITS.user * room) / LIMITS.total));
}
/** What a process is sending, and whether there is room for more. */
export class OpenDeliveries {
  readonly slow = new SlowEndpoints();
  readonly #open = new Map<Promise<void>, Pick<HeldLane, 'endpointId' | 'uid'>>();

  get size(): number {
    return this.#open.size;
  }

  /** The work that is open; it never rejects. */
  works(): Promise<void>[] {
    return [...this.#open.keys()];
  }

  /** Counts a lane as open until its work ends. */
  add({ endpointId, uid }: HeldLane, work: Promise<void>): void {
    const open = work.finally(() => this.#open.delete(open));
    this.#open.set(open, { endpointId, uid });
  }

  /** What waits for slow endpoints leaves the room of the others free. */
  hasRoom(): boolean {
    return this.size < MOST_OPEN && this.size - this.#slowOnes().length < LIMITS.total;
  }

  /** The endpoints and users of which no more is to be sent now. */
  busy(): { endpoints: string[]; users: string[] } {
    const open = [...this.#open.values()];
    const waiting = this.#slowOnes().length;
    const full = fullOf(
      open.map(({ endpointId }) => endpointId),
      LIMITS.endpoint,
    );
    return {
      endpoints: waiting < LIMITS.slow ? full : [...full, ...this.slow.list()],
      users: fullOf(
        open.map(({ uid }) => uid),
        userLimit(open.length - waiting),
      ),
    };
  }

  #slowOnes() {
    return [...this.#open.values()].filter(({ endpointId }) => this.slow.has(endpointId));
  }
}

/** Returns what occurs at least `limit` times. */
function fullOf(names: readonly string[], limit: number): string[] {
  const counts = groupBy(names, (name) => name);
  return [...counts].filter(([, { length }]) => length >= limit).map(([name]) => name);
}
