import { createHook } from 'node:async_hooks';
import { stat, type Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { inContext } from '#server/platform/lib/observability/call-context.ts';
import { watchTurns, type HeldTurn } from './loop-turns.ts';
import { beginWork, noteProcedure } from './work-in-progress.ts';

const MIN_MS = 100;
let end = (): void => undefined;
afterEach(() => {
  end();
});

/** Uses the processor for a while. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Runs something as a request of its own that begins in a later callback, and returns which turns were held. */
async function heldBy(request: () => Promise<void>): Promise<HeldTurn[]> {
  const held: HeldTurn[] = [];
  end = watchTurns(MIN_MS, (one) => void held.push(one));
  await new Promise<void>((resolve, reject) => {
    setTimeout(() => {
      const context = { requestId: 'request-1' };
      const ended = beginWork(context, () => 'GET /slow');
      inContext(context, () => {
        request().finally(ended).then(resolve, reject);
      });
    });
  });
  await turn();
  await turn();
  return held;
}

const names = (held: HeldTurn[]) => held.map(({ work: name }) => name);

it.each<[string, () => Promise<void>]>([
  [
    'in the callback in which it begins',
    () => {
      work(2 * MIN_MS);
      return Promise.resolve();
    },
  ],
  [
    'after a wait',
    async () => {
      await turn();
      work(2 * MIN_MS);
    },
  ],
  [
    'between promises that wait for nothing',
    async () => {
      await turn();
      for (let step = 0; step < 8; step += 1) {
        work(MIN_MS / 4);
        await Promise.resolve();
      }
    },
  ],
])('names a request that works %s without yielding', async (_when, request) => {
  const held = await heldBy(request);
  expect(names(held)).toEqual(['GET /slow']);
  expect(held[0]?.wallMs).toBeGreaterThan(MIN_MS);
});

it('names the procedures that a request calls', async () => {
  const held = await heldBy(async () => {
    await turn();
    noteProcedure('lists.read');
    work(2 * MIN_MS);
  });
  expect(names(held)).toEqual(['GET /slow lists.read']);
});

it('names no request that yields', async () => {
  const held = await heldBy(async () => {
    for (let step = 0; step < 8; step += 1) {
      work(MIN_MS / 4);
      await turn();
    }
  });
  expect(held).toEqual([]);
});

it('changes no result of the file system', async () => {
  const own = fileURLToPath(import.meta.url);
  let found: Stats | undefined;
  await heldBy(
    () =>
      new Promise((resolve, reject) => {
        stat(own, (error, stats) => {
          found = stats;
          if (error === null) resolve();
          else reject(error);
        });
      }),
  );
  expect(found?.size).toBe((await readFile(own)).length);
});

it('is given no work by another that watches the process', async () => {
  const ends = [watchTurns(MIN_MS, () => undefined), watchTurns(MIN_MS, () => undefined)];
  end = () => {
    for (const each of ends) each();
  };
  let begun = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'Immediate') begun += 1;
    },
  }).enable();
  for (let wait = 0; wait < 3; wait += 1) await new Promise((resolve) => setTimeout(resolve));
  hook.disable();
  expect(begun).toBeLessThan(20);
});
