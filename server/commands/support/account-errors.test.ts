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
