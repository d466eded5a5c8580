import { expect, test } from 'vitest';
import type { UserRecord } from '#server/features/auth/user-store.ts';
import { accountErrors } from './account-errors.ts';

const user = { _id: 'u1', streamId: 's1' } as UserRecord;
const at = (day: number) => new Date(Date.UTC(2026, 10, day));

test('what failed is listed from the latest to the earliest, and last what has no time', async () => {
  const campaign = (name: string, changedAt?: Date) => ({
    name,
    statusReason: 'The voice is gone',
    outcomes: {},
    ...(changedAt !== undefined && { changedAt }),
  });
  const stores = {
    billing: {
      currentSubscription: () => Promise.resolve(undefined),
      async *failedRefunds() {
        yield await Promise.resolve({ _id: 'in_1', refundFailedAt: at(3) });
      },
    },
    exports: { ofUser: () => Promise.resolve([{ status: 'failed', requestedAt: at(2), attempts: 3 }]) },
  };
  const campaigns = [campaign('without a time'), campaign('first', at(1)), campaign('last', at(4))];
  const read = { stores, campaigns, voices: [] } as unknown as Parameters<typeof accountErrors>[0];
  expect((await accountErrors(read, user, at(5))).map(({ of }) => of)).toEqual([
    'campaign "last"',
    'invoice in_1',
    'export of the account',
    'campaign "first"',
    'campaign "without a time"',
  ]);
});

const NONE = {
  campaigns: [] as object[],
  voices: [] as object[],
  subscription: undefined as object | undefined,
  invoice: undefined as object | undefined,
  refunds: [] as object[],
  exports: [] as object[],
};

/** Returns the errors of an account that has this: their time, what they are of, and the problem. */
async function errorsOf(account: Partial<typeof NONE>) {
  const { campaigns, voices, subscription, invoice, refunds, exports } = { ...NONE, ...account };
  const stores = {
    billing: {
      currentSubscription: () => Promise.resolve(subscription),
      invoice: () => Promise.resolve(invoice),
      async *failedRefunds() {
        for (const refund of refunds) yield await Promise.resolve(refund);
      },
    },
    exports: { ofUser: () => Promise.resolve(exports) },
  };
  const read = { stores, campaigns, voices } as unknown as Parameters<typeof accountErrors>[0];
  return (await accountErrors(read, user, at(20))).map((error) => [error.at, error.of, error.problem]);
}

const iso = (day: number) => at(day).toISOString();
const PAST_DUE = { status: 'past_due', latestInvoiceId: 'in_9' };

test.each<[string, Partial<typeof NONE>, (string | null)[][]]>([
  [
    'a campaign whose carrier accepts nothing',
    { campaigns: [{ name: 'A', carrierDownSince: at(2) }] },
    [[iso(2), 'campaign "A"', 'the carrier accepts no calls']],
  ],
  [
    'a mail about it that failed',
    { campaigns: [{ name: 'A', notice: { tries: 1200, since: at(2) } }] },
    [[iso(2), 'campaign "A"', 'the mail about it failed 1,200 times']],
  ],
  [
    'a mail about it that failed once',
    { campaigns: [{ name: 'A', notice: { tries: 1, since: at(2) } }] },
    [[iso(2), 'campaign "A"', 'the mail about it failed 1 time']],
  ],
  ['a mail that was not tried', { campaigns: [{ name: 'A', notice: { tries: 0, since: at(2) } }] }, []],
  [
    'failed calls of a campaign that ended',
    {
      campaigns: [
        {
          name: 'A',
          changedAt: at(1),
          finishedAt: at(2),
          outcomes: { a: { calls: 0 }, b: { calls: 3 }, c: { calls: 1 } },
        },
      ],
    },
    [[iso(2), 'campaign "A"', 'failed calls: b 3, c 1']],
  ],
  [
    'failed calls of a campaign that goes on',
    { campaigns: [{ name: 'A', changedAt: at(1), outcomes: { b: { calls: 3 } } }] },
    [[iso(1), 'campaign "A"', 'failed calls: b 3']],
  ],
  ['no failed calls', { campaigns: [{ name: 'A', changedAt: at(1), outcomes: { a: { calls: 0 } } }] }, []],
  [
    'a voice',
    {
      voices: [
        { title: 'V', createdAt: at(3), rejection: 'silent', clone: { failure: 'short', problem: 'busy' } },
      ],
    },
    [
      [iso(3), 'voice "V"', 'rejected: silent'],
      [iso(3), 'voice "V"', 'cannot be cloned: short'],
      [iso(3), 'voice "V"', 'cloning is repeated: busy'],
    ],
  ],
  ['a voice that is fine', { voices: [{ title: 'V', createdAt: at(3), clone: { count: 1 } }] }, []],
  [
    'an unpaid renewal',
    { subscription: PAST_DUE, invoice: { attemptCount: 3, createdAt: at(4) } },
    [[iso(4), 'invoice in_9', 'unpaid after 3 tries']],
  ],
  [
    'an unpaid renewal that is not stored',
    { subscription: PAST_DUE },
    [[null, 'invoice in_9', 'unpaid after 0 tries']],
  ],
  ['a plan that is paid', { subscription: { ...PAST_DUE, status: 'active' } }, []],
  ['a renewal without an invoice', { subscription: { status: 'past_due' } }, []],
  [
    'a refund that failed',
    { refunds: [{ _id: 'in_1', refundFailedAt: at(5) }, { _id: 'in_2' }] },
    [
      [iso(5), 'invoice in_1', 'its refund failed: return the money manually'],
      [null, 'invoice in_2', 'its refund failed: return the money manually'],
    ],
  ],
  [
    'an export that failed',
    {
      exports: [
        { status: 'failed', requestedAt: at(6), attempts: 5 },
        { status: 'ready', requestedAt: at(7) },
      ],
    },
    [[iso(6), 'export of the account', 'failed after 5 tries']],
  ],
  ['what is still to come', { campaigns: [{ name: 'A', carrierDownSince: at(21) }] }, []],
])('the errors of %s', async (_, account, expected) => {
  expect(await errorsOf(account)).toEqual(expected);
});
