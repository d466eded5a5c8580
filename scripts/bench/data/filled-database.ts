import type { Connection } from 'mongoose';
import { utcDay } from '#shared/drop-schedule.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { addCalls, countersOf, manyCalls } from '#server/features/drops/call-lists/call-lists-harness.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { campaignFactories } from '#server/testing/database/filled-campaigns.ts';
import { KNOWN } from '#server/testing/database/known-ids.ts';
import { fund, withFeatures } from './hark-features.ts';

const CAMPAIGNS = 100;
const DAYS = 14;
/** The campaign with a fifth of all calls. */
export const LARGEST = 'campaign-0';
const SHARE_OF_LARGEST = 0.2;

/** Users with one campaign of one call, one of them with credits, and a user with all other calls. */
export const USERS: readonly SignedInUser[] = Array.from({ length: 1_000 }, (_, n) =>
  userNamed(`user-${String(n)}`),
);
export const [SMALL, LARGE] = [userNamed('small'), userNamed('large')];

/** Fills a database with campaigns that are over, their calls and the counters of their days. Returns the calls of `LARGEST`. */
export async function fillDatabase(connection: Connection, calls: number): Promise<number> {
  const largest = Math.ceil(calls * SHARE_OF_LARGEST);
  const others = Math.max(1, Math.floor((calls - largest) / (CAMPAIGNS - 1)));
  for (let n = 0; n < CAMPAIGNS; n += 1)
    await storeCampaign(connection, LARGE, `campaign-${String(n)}`, n === 0 ? largest : others);
  for (const user of [SMALL, ...USERS]) await storeCampaign(connection, user, `of-${user.uid}`, 1);
  await withFeatures(connection, async ({ credits }) => {
    for (const { uid: userId, streamId } of [SMALL, LARGE]) {
      await fund(credits.ledger, streamId);
      const days = Array.from({ length: DAYS }, (_, n) => utcDay(new Date(Date.now() - n * DAY_MS)));
      await connection
        .collection<{ _id: string }>('day_counters')
        .insertMany(
          days.map((day) => ({ _id: `${userId}:${day}`, userId, day, delivered: 700, failed: 14 })),
        );
    }
  });
  return largest;
}

/** Stores a campaign that is over, and its calls. */
async function storeCampaign(
  connection: Connection,
  { uid: userId, streamId }: SignedInUser,
  id: string,
  calls: number,
): Promise<void> {
  const rows = manyCalls(id, calls, ['success', 'success', 'failed']);
  await addCalls(connection, rows);
  const { total, delivered, failed } = countersOf(id, rows);
  const over = campaignFactories((ms) => new Date(Date.now() + ms))['campaigns']?.(KNOWN + 1);
  const name = `Campaign ${id}`;
  const counters = { total, delivered, failed, retryable: failed, nextSeq: total + 1 };
  const campaign = { ...over, ...counters, _id: id, userId, streamId, name, liveName: name };
  await connection.collection<{ _id: string }>('campaigns').insertOne(campaign);
}

function userNamed(uid: string): SignedInUser {
  return { uid, streamId: `stream-of-${uid}` };
}
