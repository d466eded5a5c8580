import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy } from '#server/lib/group-by.ts';
import { newId } from '#server/lib/ids.ts';
import type { WebhookDeps } from '#server/webhooks/webhook-deps.ts';
import { deliverLane, HOLD_MS } from './deliver-lane.ts';
import type { HeldLane } from './lane-store.ts';

/** How much a process sends at a time: in total, of one user and to one endpoint, so that one that hangs delays no other. */
const LIMITS = { total: 64, user: 8, endpoint: 2 };

/** Returns how much of one user is sent at a time. The less room is left, the less: a few users never take all of it. */
function userLimit(sending: number): number {
  return Math.max(1, Math.ceil((LIMITS.user * (LIMITS.total - sending)) / LIMITS.total));
}
const POLL_MS = 500;

/** Sends deliveries in this process until it is stopped. */
export interface DeliveryLoop {
  start(): void;
  /** Aborts the open requests, which are sent again by another process, and releases their lanes. */
  stop(): Promise<void>;
  /** Sends everything that is due now; resolves when nothing is. */
  drain(): Promise<void>;
}

/** Creates the loop that takes due lanes, each held by one process at a time, and sends their deliveries. */
export function createDeliveryLoop(deps: WebhookDeps): DeliveryLoop {
  const sending = new Map<Promise<void>, { endpointId: string; uid: string }>();
  const stopping = new AbortController();
  setMaxListeners(LIMITS.total, stopping.signal);
  let loop: Promise<void> = Promise.resolve();

  /** Takes lanes while there is room; returns whether it took any. */
  async function fill(): Promise<boolean> {
    let took = false;
    while (sending.size < LIMITS.total && !stopping.signal.aborted) {
      const now = deps.clock.now();
      const hold = { holder: newId(), until: new Date(now.getTime() + HOLD_MS) };
      const lane = await deps.lanes.claim(now, busy(), hold);
      if (lane === undefined) break;
      took = true;
      const { endpointId, uid } = lane;
      const work = serve(lane).finally(() => sending.delete(work));
      sending.set(work, { endpointId, uid });
    }
    return took;
  }

  async function serve(lane: HeldLane): Promise<void> {
    try {
      await deliverLane(deps, lane, stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted)
        deps.log.error({ err: error, endpoint: lane.endpointId }, 'a webhook could not be sent; will retry');
      // While stopping at once, otherwise when its hold is over.
      if (stopping.signal.aborted) await deps.lanes.release(lane, deps.clock.now()).catch(() => undefined);
    }
  }

  function busy() {
    const open = [...sending.values()];
    return {
      endpoints: fullOf(
        open.map(({ endpointId }) => endpointId),
        LIMITS.endpoint,
      ),
      users: fullOf(
        open.map(({ uid }) => uid),
        userLimit(open.length),
      ),
    };
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const took = await fill().catch((error: unknown) => {
        if (!stopping.signal.aborted)
          deps.log.error({ err: error }, 'due webhooks could not be read; will retry');
        return false;
      });
      // With room left nothing is due; without, an ended one makes room.
      const idle = sleep(POLL_MS, undefined, { ref: false });
      if (!took || sending.size > 0) await Promise.race([idle, ...sending.keys()]);
    }
  }

  return {
    start() {
      loop = run();
    },
    async stop() {
      stopping.abort();
      await loop;
      await Promise.all(sending.keys());
    },
    async drain() {
      while ((await fill()) || sending.size > 0) {
        // A race of none would never end.
        if (sending.size > 0) await Promise.race(sending.keys());
      }
    },
  };
}

/** Returns what occurs at least `limit` times. */
function fullOf(names: readonly string[], limit: number): string[] {
  const counts = groupBy(names, (name) => name);
  return [...counts].filter(([, { length }]) => length >= limit).map(([name]) => name);
}
