import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy } from '#server/platform/lib/group-by.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { deliverLane, HOLD_MS } from './deliver-lane.ts';
import type { HeldLane } from './lane-store.ts';
import { SlowEndpoints } from './slow-endpoints.ts';

/** How much a process sends at a time: of one user and to one endpoint, in total, and to slow endpoints, which come on top. */
const LIMITS = { user: 8, endpoint: 2, total: 64, slow: 32 };
/** Endpoints turn slow while they are sent to: never more than this is open. */
const MOST = 256;

/** Returns how much of one user is sent at a time. The less room is left, the less: a few users never take all of it. */
function userLimit(sending: number): number {
  const room = Math.max(0, LIMITS.total - sending);
  return Math.max(1, Math.ceil((LIMITS.user * room) / LIMITS.total));
}
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
  const sending = new Map<Promise<void>, { endpointId: string; uid: string }>();
  const stopping = new AbortController();
  setMaxListeners(MOST, stopping.signal);
  const slow = new SlowEndpoints();
  let loop: Promise<void> = Promise.resolve();
  let pause = new AbortController();
  const wake = () => {
    pause.abort();
  };
  deps.due.onAnnounced(wake);

  /** Takes lanes while there is room; returns whether it took any. */
  async function fill(): Promise<boolean> {
    let took = false;
    while (hasRoom() && !stopping.signal.aborted) {
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

  /** What waits for slow endpoints leaves the room of the others free. */
  function hasRoom(): boolean {
    return sending.size < MOST && sending.size - slowOnes().length < LIMITS.total;
  }

  function slowOnes() {
    return [...sending.values()].filter(({ endpointId }) => slow.has(endpointId));
  }

  async function serve(lane: HeldLane): Promise<void> {
    const send: typeof deps.send = (...request) => slow.watch(lane.endpointId, () => deps.send(...request));
    try {
      await deliverLane({ ...deps, send }, lane, stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted)
        deps.log.error({ err: error, endpoint: lane.endpointId }, 'a webhook could not be sent; will retry');
      // While stopping at once, otherwise when its hold is over.
      if (stopping.signal.aborted) await deps.lanes.release(lane, deps.clock.now()).catch(() => undefined);
    }
  }

  function busy() {
    const open = [...sending.values()];
    const waiting = slowOnes().length;
    const full = fullOf(
      open.map(({ endpointId }) => endpointId),
      LIMITS.endpoint,
    );
    return {
      endpoints: waiting < LIMITS.slow ? full : [...full, ...slow.list()],
      users: fullOf(
        open.map(({ uid }) => uid),
        userLimit(open.length - waiting),
      ),
    };
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
      await Promise.race([pauseFor(idleMs, signal), ...sending.keys()]);
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

const pauseFor = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { ref: false, signal }).catch(() => undefined);

/** Returns for how long nothing is due, unless something is announced. */
async function msToNextLane({ lanes, clock }: WebhookDeps): Promise<number> {
  const next = await lanes.nextDue();
  const ms = next === undefined ? IDLE_MS : next.getTime() - clock.now().getTime();
  return Math.min(Math.max(ms, POLL_MS), IDLE_MS);
}

/** Returns what occurs at least `limit` times. */
function fullOf(names: readonly string[], limit: number): string[] {
  const counts = groupBy(names, (name) => name);
  return [...counts].filter(([, { length }]) => length >= limit).map(([name]) => name);
}
