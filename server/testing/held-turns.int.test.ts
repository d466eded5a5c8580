import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inContext } from '#server/platform/lib/observability/call-context.ts';
import { beginWork } from '#server/platform/lib/observability/event-loop/work-in-progress.ts';
import { takeHeldTurns } from './held-turns.ts';

const ABOVE_BUDGET_MS = 400;

it('a request that uses the processor for too long in one turn is named, once', async () => {
  const context = { requestId: 'request-1' };
  const ended = beginWork(context, () => 'GET /slow');
  await inContext(context, async () => {
    await turn();
    const { user } = process.cpuUsage();
    while (process.cpuUsage().user - user < ABOVE_BUDGET_MS * 1_000);
  });
  ended();
  await turn();
  expect(takeHeldTurns()).toEqual([expect.stringMatching(/^GET \/slow: \d+ ms$/)]);
  expect(takeHeldTurns()).toEqual([]);
});
