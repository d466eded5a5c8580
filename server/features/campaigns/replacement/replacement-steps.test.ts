import { expect, test, vi } from 'vitest';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import {
  completeReplacement,
  heartbeatOf,
  undoReplacement,
  voidHold,
  type ReplacementDeps,
} from './replacement-steps.ts';
import type { ReplacedCampaign } from './replacement-store.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const LEASE_MS = 60_000;

/** Returns until when a heartbeat renews the lease of a replacement, and how it ends. */
async function beat(leftMs: number, { isOpen, isDecided }: { isOpen: boolean; isDecided: boolean }) {
  const renew = vi.fn((..._: unknown[]) => Promise.resolve(isOpen));
  const deps = { replacements: { renew }, clock: { now: () => NOW }, preparationLeaseMs: LEASE_MS };
  const preparing = { preparationId: 'p', replaceUntil: new Date(NOW.getTime() + leftMs) };
  const campaign = { _id: 'c', preparing } as unknown as ReplacedCampaign;
  const end = await heartbeatOf(deps as unknown as ReplacementDeps, campaign, { isDecided })().then(
    () => 'goes on',
    (error: unknown) => (error as { code: string }).code,
  );
  return { end, renewed: renew.mock.calls };
}

test.each([
  ['open', { isOpen: true, isDecided: false }, 'goes on'],
  ['closed by the sweeper', { isOpen: false, isDecided: false }, 'UNAVAILABLE'],
  ['decided', { isOpen: true, isDecided: true }, 'goes on'],
  ['decided and completed by the sweeper', { isOpen: false, isDecided: true }, 'goes on'],
])('a replacement that is %s renews its lease once half of it has passed', async (_, state, end) => {
  expect(await beat(LEASE_MS / 2, state)).toEqual({
    end,
    renewed: [['c', 'p', new Date(NOW.getTime() + LEASE_MS)]],
  });
  expect(await beat(LEASE_MS / 2 + 1, state)).toEqual({ end: 'goes on', renewed: [] });
});

const DROP = new Date('2026-11-25T09:30:00Z');
const NEXT_DROP = new Date('2026-11-26T09:30:00Z');

/** A campaign of 9 calls that is replaced by one of so many, and what its steps do. */
function replacing(calls: number, { commits = true, refuses = false, event = { type: 'hold' } } = {}) {
  const { calls: done, recorded } = createCallRecorder();
  const deps = {
    contacts: recorded('contacts', { leftOut: recorded('leftOut') }),
    consents: recorded('consents'),
    jobs: recorded('jobs'),
    replacements: recorded('replacements', { commit: () => Promise.resolve(commits) }),
    ledger: recorded('ledger', {
      execute: () =>
        Promise.resolve(refuses ? { ok: false, refusal: { type: 'gone' } } : { ok: true, event }),
      campaignHold: () => Promise.resolve({ held: 70 }),
    }),
    clock: { now: () => NOW },
    preparationLeaseMs: LEASE_MS,
  } as unknown as ReplacementDeps;
  const preparing = { preparationId: 'p', run: 1, calls, next: { dropDate: NEXT_DROP }, replaceUntil: NOW };
  const campaign = { _id: 'c', streamId: 's', nextSeq: 30, total: 9, dropDate: DROP, preparing };
  const plain = () => done.map((step) => step.map((arg) => (typeof arg === 'function' ? 'FUNCTION' : arg)));
  return { deps, campaign: campaign as unknown as ReplacedCampaign, done, plain };
}
const released = (calls: number, lots: object = {}) => [
  'ledger.execute',
  's',
  { type: 'release', key: 'release:c:1:p', campaignId: 'c', calls, reason: 'replaced', ...lots },
];

test('the contacts of a replacement take the place of the others before the campaign has its fields', async () => {
  const { deps, campaign, plain, done } = replacing(7);
  await completeReplacement(deps, campaign);
  expect(plain()).toEqual([
    ['contacts.eraseBefore', 'c', 23, 'FUNCTION', 'FUNCTION'],
    ['leftOut.eraseBefore', 'c', 23, 'FUNCTION'],
    ['contacts.move', 'p', 'c', 'FUNCTION'],
    ['leftOut.move', 'p', 'c', 'FUNCTION'],
    released(2),
    ['ledger.campaignHold', 's', 'c'],
    ['replacements.commit', campaign, 70],
    ['jobs.startAt', 'c', NEXT_DROP],
  ]);
  // The consent of an erased list goes with its contacts.
  const note = done[0]?.[4] as (ids: string[]) => Promise<void>;
  await note(['before']);
  expect(done.at(-1)).toEqual(['consents.remove', ['before']]);
});

test('a replacement by as many calls releases none, and one that another has completed starts nothing', async () => {
  const equal = replacing(9);
  await completeReplacement(equal.deps, equal.campaign);
  expect(equal.done.map(([name]) => name)).not.toContain('ledger.execute');
  const other = replacing(9, { commits: false });
  await completeReplacement(other.deps, other.campaign);
  expect(other.done.map(([name]) => name)).not.toContain('jobs.startAt');
  const refused = replacing(8, { refuses: true });
  await expect(completeReplacement(refused.deps, refused.campaign)).rejects.toThrow(
    'The ledger refused release:c:1:p: gone',
  );
});

test('a replacement that is undone gives back its hold and its contacts, and the campaign starts as before', async () => {
  const { deps, campaign, plain } = replacing(12);
  const lots = [
    { calls: 2, price: 10 },
    { calls: 1, price: 20 },
  ];
  await undoReplacement(deps, campaign, { held: { lots } as never, resweepAt: NOW });
  const undone = [
    ['contacts.erase', 'p'],
    ['consents.remove', ['p']],
    ['replacements.close', campaign, NOW],
    ['jobs.startAt', 'c', DROP],
  ];
  expect(plain()).toEqual([released(3, { lots }), ...undone]);
  const unheld = replacing(12);
  await undoReplacement(unheld.deps, unheld.campaign, { resweepAt: NOW });
  expect(unheld.plain()).toEqual([
    undone[0],
    undone[1],
    ['replacements.close', unheld.campaign, NOW],
    undone[3],
  ]);
});

test('only a replacement by more calls has a hold, which is voided unless it exists', async () => {
  const fewer = replacing(9);
  expect(await voidHold(fewer.deps, fewer.campaign)).toBeUndefined();
  expect(fewer.done).toEqual([]);
  const more = replacing(10);
  expect(await voidHold(more.deps, more.campaign)).toEqual({ type: 'hold' });
  expect(more.done).toEqual([
    ['ledger.execute', 's', { type: 'void-hold', key: 'hold:c:1:p', campaignId: 'c' }],
  ]);
  for (const none of [replacing(10, { event: { type: 'void' } }), replacing(10, { refuses: true })])
    expect(await voidHold(none.deps, none.campaign)).toBeUndefined();
});
