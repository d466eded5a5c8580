import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import { silentCarrier, startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import { calledBy, expectExact, interrupted, twoVersions, versionOf } from './replace-harness.ts';

/** One process crashes while it replaces campaigns; the sweeper of another ends what is left. */
let system: TestSystem;
let sweeper: CampaignNode;
let caller: CampaignNode;
const later = createTestClock();

beforeAll(async () => {
  system = await startTestSystem();
  caller = await system.startNode();
  sweeper = await system.startNode({ clock: later, carrier: silentCarrier });
});
afterAll(() => system.stop());

/** The writes of a replacement up to its decision, and after it. */
const STORED = ['key', 'begin', 'consent', 'contacts', 'left-out'];
const REPLACED = ['old contacts', 'old left-out', 'contacts', 'left-out'];
const ENDED = ['commit', 'job', 'response'];
const CASES = [
  { kind: 'more', before: 4, after: 7, writes: [...STORED, 'hold', 'decision', ...REPLACED, ...ENDED] },
  { kind: 'as many', before: 5, after: 5, writes: [...STORED, 'decision', ...REPLACED, ...ENDED] },
  { kind: 'fewer', before: 7, after: 3, writes: [...STORED, 'decision', ...REPLACED, 'release', ...ENDED] },
];

describe.each(['before', 'after'] as const)('a replacement that crashes %s one of its writes', (when) => {
  const crashes = CASES.flatMap(({ writes, ...sizes }) =>
    writes.map((write, at) => ({ ...sizes, write, nth: at + 1, writes: writes.length })),
  );
  it.each(crashes)('leaves one version: $kind calls, $write ($nth)', async (crash) => {
    const { nth, writes } = crash;
    const interruption = interruptAt(nth, when);
    const worker = await system.startNode({ deps: interrupted(interruption) });
    const versions = await twoVersions(sweeper, crash);
    const { user, id, request } = versions;

    const replacement = worker.as(user, 'a-key').replace(request);
    await interruption.reached;
    // Neither version starts while it is not known which one it is.
    const isOpen = nth > 2 && (nth < writes - 2 || (nth === writes - 2 && when === 'before'));
    if (isOpen)
      await expect(sweeper.as(user).execute({ id })).rejects.toMatchObject({ cause: { code: 'CONFLICT' } });
    later.advance(120_000);
    await sweeper.campaigns.sweep();

    // What decides: the hold where there is one, else the decision.
    const decides = STORED.length + 1;
    const isDecided = nth > decides || (nth === decides && when === 'after');
    await expect(versionOf(sweeper, user, id)).resolves.toEqual(isDecided ? versions.new : versions.old);
    // Repeating the request with the same key replaces it exactly once.
    const response = await sweeper.as(user, 'a-key').replace(request);
    const [before, after] = [versions.old.held, versions.new.held];
    expect(response).toMatchObject({
      credit_cost: after,
      credits_held: Math.max(after - before, 0),
      credits_released: Math.max(before - after, 0),
      skipped: versions.new.skipped,
    });
    await expect(versionOf(sweeper, user, id)).resolves.toEqual(versions.new);

    // The worker was only stale: its remaining writes change nothing.
    interruption.resume();
    await replacement.catch(() => undefined);
    expect(interruption.writes).toBeGreaterThanOrEqual(nth);
    await expect(versionOf(sweeper, user, id)).resolves.toEqual(versions.new);
  });

  it.each(CASES.map(({ writes, ...sizes }) => ({ ...sizes, nth: writes.indexOf('decision') + 1 })))(
    'calls the people of one version only: $kind calls, at the decision',
    async ({ nth, ...sizes }) => {
      const interruption = interruptAt(nth, when);
      const worker = await system.startNode({ deps: interrupted(interruption) });
      const versions = await twoVersions(sweeper, sizes);
      const { user, id } = versions;
      const replacement = worker.as(user, 'a-key').replace(versions.request);
      await interruption.reached;
      later.advance(120_000);
      await sweeper.campaigns.sweep();
      const isNew = when === 'after' || sizes.kind === 'more';
      const version = isNew ? versions.new : versions.old;
      await expect(calledBy(system, caller, user, id)).resolves.toEqual(version.phones);
      interruption.resume();
      await replacement.catch(() => undefined);
      expect(await calledBy(system, caller, user, id)).toEqual(version.phones);
      await expectExact(sweeper, user);
    },
  );
});
