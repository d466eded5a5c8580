import { describe, expect, test } from 'vitest';
import type { CampaignCheck } from '#server/features/drops/counters/campaign-counters.ts';
import type { Counters } from '#server/features/drops/counters/counters.ts';
import type { DayCheck } from '#server/features/drops/counters/day-counters.ts';
import { UsageError } from '../lib/usage-error.ts';
import { countersCommand, readCommand } from './counters-command.ts';

const difference = { counter: 'failed', stored: 5, counted: 4 };

function checkOf(_id: string, changes: Partial<CampaignCheck> = {}): CampaignCheck {
  const campaign = { _id, name: 'May', userId: 'ana' } as CampaignCheck['campaign'];
  return { campaign, differences: [], problems: [], correct: () => Promise.resolve(true), ...changes };
}

function dayOf(day: string, changes: Partial<DayCheck> = {}): DayCheck {
  const unchanged = () => Promise.resolve(true);
  return { day, differences: [], isUnchanged: unchanged, correct: unchanged, ...changes };
}

/** Runs a command line; the user `ana` has these campaigns and days. */
async function run(line: string, campaigns: CampaignCheck[], days: () => DayCheck[] = () => []) {
  const lines: string[] = [];
  const counters: Counters = {
    async *users() {
      yield await Promise.resolve('ana');
    },
    async *campaignsOf(userId) {
      await Promise.resolve();
      if (userId === 'ana') yield* campaigns.map(({ campaign }) => campaign._id);
    },
    checkCampaign: (id) => Promise.resolve(campaigns.find(({ campaign }) => campaign._id === id)),
    checkDays: (userId) => Promise.resolve(userId === 'ana' ? days() : []),
  };
  const recorded: string[] = [];
  const record = (uid: string, reason: string) => {
    recorded.push(`${uid}: ${reason}`);
    return Promise.resolve();
  };
  const code = await countersCommand(readCommand(line.split(' ')), { counters, record }, (said) => {
    lines.push(said);
  });
  return { code, lines, ...(recorded.length > 0 && { recorded }) };
}

test.each([
  '',
  'check',
  'audit all',
  'audit --user',
  'audit --user=',
  'rebuild --user u --campaign c',
  'audit --all',
  'audit --reason x',
  'rebuild --reason=',
])('refuses "%s"', (line) => {
  expect(() => readCommand(line.split(' '))).toThrow(UsageError);
});

test.each(['audit --campaign none', 'rebuild --user nobody'])(
  'says that there is none for "%s"',
  async (line) => {
    await expect(run(line, [checkOf('c1')])).rejects.toThrow(/none|nobody/);
  },
);

describe('audit', () => {
  test('names each difference, and what is skipped', async () => {
    const campaigns = [
      checkOf('c1'),
      checkOf('c2', { differences: [difference] }),
      checkOf('c3', { skipped: 'it is Sending' }),
    ];
    expect(await run('audit', campaigns, () => [dayOf('2026-05-01', { differences: [difference] })])).toEqual(
      {
        code: 1,
        lines: [
          'campaign c2 "May" of user ana: failed is 5, counted 4',
          'campaign c3 "May" of user ana: skipped, as it is Sending',
          'day 2026-05-01 of user ana: failed is 5, counted 4',
          'Counted 2 campaigns and 1 day: 2 differences, 1 skipped.',
        ],
      },
    );
  });

  test('counts the days of one campaign not at all', async () => {
    const days = () => [dayOf('2026-05-01', { differences: [difference] })];
    expect(await run('audit --campaign c1', [checkOf('c1')], days)).toEqual({
      code: 0,
      lines: ['Counted 1 campaign and 0 days: 0 differences, 0 skipped.'],
    });
  });
});

describe('rebuild', () => {
  test('corrects differences, but reports what it cannot', async () => {
    const problems = ['held is 5 credits, 4 in the ledger'];
    const campaigns = [checkOf('c1', { differences: [difference] }), checkOf('c2', { problems })];
    expect(await run('rebuild --user ana', campaigns)).toEqual({
      code: 1,
      lines: [
        'campaign c1 "May" of user ana: failed was 5, is now 4',
        'campaign c2 "May" of user ana: held is 5 credits, 4 in the ledger',
        'Counted 2 campaigns and 0 days: 2 differences, 1 not corrected, 0 skipped.',
      ],
      recorded: ['ana: The calls were counted again'],
    });
  });

  test('records its reason before it corrects', async () => {
    const order: string[] = [];
    const correct = () => {
      order.push('corrected');
      return Promise.resolve(true);
    };
    const counters = {
      checkCampaign: () => Promise.resolve(checkOf('c1', { differences: [difference], correct })),
    } as Partial<Counters> as Counters;
    const record = (uid: string, reason: string) => {
      order.push(`${uid}: ${reason}`);
      return Promise.resolve();
    };
    const command = readCommand(['rebuild', '--campaign', 'c1', '--reason', ' A restore ']);
    await countersCommand(command, { counters, record }, () => undefined);
    expect(order).toEqual(['ana: A restore', 'corrected']);
  });

  test('leaves a campaign alone that changes meanwhile', async () => {
    const changing = checkOf('c1', { differences: [difference], correct: () => Promise.resolve(false) });
    const { lines } = await run('rebuild', [changing]);
    expect(lines[0]).toBe('campaign c1 "May" of user ana: skipped, as it changed meanwhile');
  });

  test('counts a day again that changes meanwhile, and gives up in the end', async () => {
    let tries = 0;
    const differences = [difference];
    const later = (after: number) => () => {
      tries += 1;
      return [dayOf('2026-05-01', { differences, correct: () => Promise.resolve(tries > after) })];
    };
    expect(await run('rebuild', [], later(1))).toMatchObject({
      lines: ['day 2026-05-01 of user ana: failed was 5, is now 4', expect.stringContaining('1 day: ')],
    });
    expect((await run('rebuild', [], later(100))).lines[0]).toContain('skipped, as it changes too often now');
  });
});
