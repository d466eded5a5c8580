import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { deliverLane, HOLD_MS } from './deliver-lane.ts';
import type { HeldLane } from './lane-store.ts';
import { MOST_OPEN, OpenDeliveries } from './open-deliveries.ts';

/** The shortest time between two looks while something is sent or cannot be read. */
const POLL_MS = 500;
/** The longest, for what is due and whose notice was lost. */
const IDLE_MS = 30_000;

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
  const sending = new OpenDeliveries();
  const stopping = new AbortController();
  setMaxListeners(MOST_OPEN, stopping.signal);
  let loop: Promise<void> = Promise.resolve();
  let pause = new AbortController();
  const wake = () => {
    pause.abort();
  };
  deps.due.onAnnounced(wake);

  /** Takes lanes while there is room; returns whether it took any. */
  async function fill(): Promise<boolean> {
    let took = false;
    while (sending.hasRoom() && !stopping.signal.aborted) {
      const now = deps.clock.now();
      const hold = { holder: newId(), until: new Date(now.getTime() + HOLD_MS) };
      const lane = await deps.lanes.claim(now, sending.busy(), hold);
      if (lane === undefined) break;
      took = true;
      sending.add(lane, serve(lane));
    }
    return took;
  }

  async function serve(lane: HeldLane): Promise<void> {
    const send: typeof deps.send = (...request) =>
      sending.slow.watch(lane.endpointId, () => deps.send(...request));
    try {
      await deliverLane({ ...deps, send }, lane, stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted)
        deps.log.error({ err: error, endpoint: lane.endpointId }, 'a webhook could not be sent; will retry');
      // While stopping at once, otherwise when its hold is over.
      if (stopping.signal.aborted) await deps.lanes.release(lane, deps.clock.now()).catch(() => undefined);
    }
  }

  async function untilNext(): Promise<number> {
    const took = await fill();
    // With room left nothing is due; without, an ended one makes room.
    if (sending.size > 0) return POLL_MS;
    return took ? 0 : msToNextLane(deps);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Before the lanes are read, so that no notice is missed.
      pause = new AbortController();
      const { signal } = pause;
      const idleMs = await untilNext().catch((error: unknown) => {
        if (!stopping.signal.aborted)
          deps.log.error({ err: error }, 'due webhooks could not be read; will retry');
        return POLL_MS;
      });
      await Promise.race([pauseFor(idleMs, signal), ...sending.works()]);
      wake();
    }
  }

  return {
    start() {
      loop = run();
    },
    async stop() {
      stopping.abort();
      wake();
      await loop;
      await Promise.all(sending.works());
    },
    async drain() {
      while ((await fill()) || sending.size > 0) {
        // A race of none would never end.
        if (sending.size > 0) await Promise.race(sending.works());
      }
    },
  };
}

const pauseFor = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { ref: false, signal }).catch(() => undefined);

/** Returns for how long nothing is due, unless something is announced. */
async function msToNextLane({ lanes, clock }: WebhookDeps): Promise<number> {
  const next = await lanes.nextDue();
  const ms = next === undefined ? IDLE_MS : next.getTime() - clock.now().getTime();
  return Math.min(Math.max(ms, POLL_MS), IDLE_MS);
}
