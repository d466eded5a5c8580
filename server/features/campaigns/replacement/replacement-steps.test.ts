import { expect, test, vi } from 'vitest';
import { heartbeatOf, type ReplacementDeps } from './replacement-steps.ts';
import type { ReplacedCampaign } from './replacement-store.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const LEASE_MS = 60_000;

/** Returns until when a heartbeat renews the lease of a replacement, and how it ends. */
async function beat(leftMs: number, { isOpen, isDecided }: { isOpen: boolean; isDecided: boolean }) {
  const renew = vi.fn((..._: unknown[]) => Promise.resolve(isOpen));
  const deps = { replacements: { renew }, realTime: { now: () => NOW }, preparationLeaseMs: LEASE_MS };
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
