import { expect, test } from 'vitest';
import type { SupportContext } from './support-context.ts';
import { replay } from './replay.ts';
import type { ReplayRange } from './usage.ts';

const TIMES = ['2026-11-19T10:00:00.000Z', '2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'];
const SECOND = new Date(TIMES[1] ?? '');

/** Replays three corrections of ten credits; returns the printed versions, and the balance at the end. */
async function replayed(range: ReplayRange) {
  const lines: string[] = [];
  const events = TIMES.map((at, index) => ({
    version: index + 1,
    at: new Date(at),
    key: `adjust:${String(index)}`,
    type: 'adjust',
    amount: 10,
    reason: 'because',
  }));
  const context = {
    streamOf: () => Promise.resolve('s1'),
    print: (line: string) => Promise.resolve(void lines.push(line)),
    credits: { history: { all: () => events } },
  } as unknown as SupportContext;
  await replay(context, { email: 'a@b.c', json: true, ...range });
  const printed = JSON.parse(lines.join('\n')) as {
    events: { version: number }[];
    balance: { available: number };
  };
  return [printed.events.map(({ version }) => version), printed.balance.available];
}

test.each([
  [{}, [1, 2, 3], 30],
  [{ since: SECOND }, [2, 3], 30],
  [{ since: new Date(SECOND.getTime() + 1) }, [3], 30],
  [{ until: { at: SECOND } }, [1, 2], 20],
  [{ until: { at: new Date(SECOND.getTime() - 1) } }, [1], 10],
  [{ until: { version: 2 } }, [1, 2], 20],
  [{ since: SECOND, until: { at: SECOND } }, [2], 20],
])(
  'the range %j has both of its ends, and the balance counts what was before it',
  async (range, versions, balance) => {
    expect(await replayed(range)).toEqual([versions, balance]);
  },
);
