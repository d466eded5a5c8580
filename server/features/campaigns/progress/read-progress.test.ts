import { expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';
import { readProgress } from './read-progress.ts';

const NOW = new Date('2026-11-23T10:00:00.500Z');

/** 120 calls of 300 are reported, 60 of them are settled; the pace is two calls a second. */
function campaign(change: Partial<CampaignDocument> = {}): VisibleCampaign {
  const seconds = Array.from({ length: 15 }, (_, n) => ({
    at: new Date(NOW.getTime() - 500 - (n + 1) * 1_000),
    delivered: 2,
    failed: 0,
  }));
  return {
    _id: 'c',
    streamId: 's',
    status: 'Sending',
    total: 300,
    delivered: 50,
    failed: 10,
    charged: 2_500,
    held: 12_500,
    progress: { delivered: 55, failed: 5, seconds },
    ...change,
  } as VisibleCampaign;
}

/** Lots of the hold, and until when the two window classes of the campaign are open. */
function deps({
  lots = [{ calls: 240, price: 50 }],
  open = [HOUR_MS, 2 * HOUR_MS] as (number | undefined)[],
} = {}) {
  return {
    clock: { now: () => NOW },
    ledger: { campaignHold: () => Promise.resolve({ held: 12_500, lots }) },
    contacts: { windowsOf: () => Promise.resolve(open.map((_, index) => String(index))) },
    calendar: {
      mode: 'enforce',
      openUntil: (window: string) => {
        const ms = open[Number(window)];
        return ms === undefined ? undefined : new Date(NOW.getTime() + ms);
      },
    },
  } as unknown as Parameters<typeof readProgress>[0];
}

it('counts the reported calls, and prices those that are not settled', async () => {
  expect(await readProgress(deps(), campaign())).toMatchObject({
    delivered: 105,
    failed: 15,
    pending: 180,
    calls_per_minute: 120,
    seconds_left: 90,
    ends_later: false,
    charged: 2_500,
    cost_so_far: 2_500 + 55 * 50,
    cost_is_exact: true,
    // What is charged and what is on hold add up to what was, as for the calls.
    held: 12_500 - 55 * 50,
  });
});

it('charges the first lots of a hold with several prices, and says that it is not certain', async () => {
  const lots = [
    { calls: 50, price: 50 },
    { calls: 190, price: 65 },
  ];
  expect(await readProgress(deps({ lots }), campaign())).toMatchObject({
    cost_so_far: 2_500 + 50 * 50 + 5 * 65,
    cost_is_exact: false,
  });
});

it.each<[string, (number | undefined)[]]>([
  ['closes before the others are called', [HOUR_MS, MINUTE_MS]],
  ['is closed now', [HOUR_MS, undefined]],
])('does not tell the time left where a class of contacts %s', async (_what, open) => {
  expect(await readProgress(deps({ open }), campaign())).toMatchObject({
    seconds_left: null,
    ends_later: true,
  });
});

it('says when the next calls are made instead', async () => {
  const at = new Date('2026-11-23T15:00:00Z');
  const waiting = campaign({ nextCalls: { at, zone: 'America/Chicago', since: NOW } });
  expect(await readProgress(deps(), waiting)).toMatchObject({
    seconds_left: null,
    ends_later: false,
    next_calls: { at: at.toISOString(), zone: 'America/Chicago' },
  });
});

it.each(['Success', 'Failed'] as const)('counts what is settled of a campaign that is %s', async (status) => {
  expect(await readProgress(deps(), campaign({ status }))).toMatchObject({
    delivered: 50,
    failed: 10,
    seconds_left: null,
    cost_so_far: 2_500,
    cost_is_exact: true,
  });
});

it('never shows more calls than there are, or fewer than are settled', async () => {
  const ahead = campaign({ progress: { delivered: 400, failed: 20 } });
  expect(await readProgress(deps(), ahead)).toMatchObject({ delivered: 300, failed: 0, pending: 0 });
  const behind = campaign({ progress: { delivered: -20, failed: -1 } });
  expect(await readProgress(deps(), behind)).toMatchObject({ delivered: 50, failed: 10, pending: 240 });
});
