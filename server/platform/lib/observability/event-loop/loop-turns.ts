import { createHook, executionAsyncResource } from 'node:async_hooks';
import { callContext, type CallContext } from '#server/platform/lib/observability/call-context.ts';
import { openThreadTime } from './thread-time.ts';
import { latestWork, nameOfWork } from './work-in-progress.ts';

/** What one request or job did in one turn of the event loop, that is while nothing else could be done. */
export interface HeldTurn {
  /** The route of the request or the name of the job. */
  work: string;
  wallMs: number;
  /** Processor time of the thread in that turn and at most 10 ms before it, which is at least that of the request. */
  processorMs: number;
}

/** Not what a test puts in its place. */
const now = performance.now.bind(performance);

/** A read costs as much as a short turn, and the kernel counts in steps of this length. */
const READ_EVERY_MS = 10;

/** The end of a turn begins none: otherwise two that watch a process would give each other work for ever. */
const TURN_END = Symbol.for('hark: end of a turn');

interface Turn {
  /** Processor time of the thread at its beginning, or at most `READ_EVERY_MS` before. */
  beganMs: number;
  wallMs: Map<CallContext, number>;
}

/**
 * Reports each turn of the event loop in which one request or job worked for at least `minMs`. Exact, and so expensive that
 * it runs in tests, and in production for a minute after the loop was held. Returns a function that ends it.
 */
export function watchTurns(minMs: number, onHeld: (turn: HeldTurn) => void): () => void {
  const time = openThreadTime();
  let processorMs = 0;
  let readAt = -Infinity;
  let turn: Turn | undefined;
  let depth = 0;
  let began = 0;
  let context: CallContext | undefined;
  let latestBefore: CallContext | undefined;

  const endTurn = (): void => {
    // The callback that runs now, so that an `after` lost to an exception is made up for.
    depth = 1;
    const ended = turn;
    turn = undefined;
    if (ended === undefined) return;
    for (const [worker, wallMs] of ended.wallMs) {
      if (wallMs < minMs) continue;
      onHeld({ work: nameOfWork(worker), wallMs, processorMs: time.ms() - ended.beganMs });
    }
  };
  const hook = createHook({
    before() {
      depth += 1;
      if (depth > 1) return;
      context = callContext();
      latestBefore = latestWork();
      began = now();
      if (turn !== undefined || TURN_END in executionAsyncResource()) return;
      if (began - readAt > READ_EVERY_MS) {
        processorMs = time.ms();
        readAt = began;
      }
      turn = { beganMs: processorMs, wallMs: new Map() };
      Object.assign(setImmediate(endTurn), { [TURN_END]: true });
    },
    after() {
      depth = Math.max(0, depth - 1);
      if (depth > 0 || turn === undefined) return;
      // A request begins within the callback of its connection, which has no context.
      const begun = latestWork();
      const worker = context ?? (begun === latestBefore ? undefined : begun);
      if (worker !== undefined) turn.wallMs.set(worker, (turn.wallMs.get(worker) ?? 0) + now() - began);
    },
  });
  hook.enable();
  return () => {
    hook.disable();
    turn = undefined;
    time.close();
  };
}
