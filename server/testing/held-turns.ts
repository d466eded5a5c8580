import { watchTurns } from '#server/platform/lib/observability/event-loop/loop-turns.ts';

/** What one request may use of the processor before it yields. Processor time, so that a busy machine fails no test. */
const BUDGET_MS = 250;

const INSTALLED = Symbol.for('hark: held turns');

interface Installed {
  [INSTALLED]?: string[];
}

/** Begins to watch this process, once for all the files that it runs. Returns what was held and not yet taken. */
function watched(): string[] {
  const installed = process as Installed;
  const known = installed[INSTALLED];
  if (known !== undefined) return known;
  const held: string[] = [];
  installed[INSTALLED] = held;
  watchTurns(BUDGET_MS, ({ work, processorMs }) => {
    if (processorMs > BUDGET_MS) held.push(`${work}: ${String(Math.round(processorMs))} ms`);
  });
  return held;
}

/** Returns the requests and jobs that used more than the budget in one turn since the last call, with their time. */
export function takeHeldTurns(): string[] {
  const held = watched();
  return held.splice(0, held.length);
}
