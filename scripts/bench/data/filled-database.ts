import type { Connection, mongo } from 'mongoose';
import { utcDay } from '#shared/drop-schedule.ts';
import { formatNumber } from '#shared/formats.ts';
import { DAY_MS } from '#shared/time-units.ts';
import type { Features } from '#server/app/features.ts';
import { countersOf, manyCalls } from '#server/features/drops/call-lists/call-lists-harness.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { fund } from './bench-features.ts';

const CAMPAIGNS = 100;
/** Users with one campaign of one call. */
export const USERS: readonly SignedInUser[] = Array.from({ length: 1_000 }, (_, n) =>
  userNamed(`user-${String(n)}`),
);
const DAYS = 14;
const BATCH = 10_000;
/** The campaign with a fifth of all calls. */
export const LARGEST = 'campaign-0';
const SHARE_OF_LARGEST = 0.2;

/** A user with one call, and one with all others; the number of calls of the campaign `LARGEST`. */
export interface FilledDatabase {
  small: SignedInUser;
  large: SignedInUser;
  largest: number;
}

/** Fills a database with campaigns that are over, their calls and the counters of their days. */
export async function fillDatabase(
  { credits }: Features,
  connection: Connection,
  { calls, say }: { calls: number; say: (line: string) => void },
): Promise<FilledDatabase> {
  const [small, large] = [userNamed('small'), userNamed('large')];
  say(`${formatNumber(calls)} calls are stored`);
  const largest = Math.ceil(calls * SHARE_OF_LARGEST);
  const others = Math.max(1, Math.floor((calls - largest) / (CAMPAIGNS - 1)));
  for (let n = 0; n < CAMPAIGNS; n += 1)
    await storeCampaign(connection, large, {
      id: `campaign-${String(n)}`,
      n,
      calls: n === 0 ? largest : others,
    });
  await storeCampaign(connection, small, { id: 'small', n: 0, calls: 1 });
  for (const [n, user] of USERS.entries())
    await storeCampaign(connection, user, { id: `other-${String(n)}`, n, calls: 1 });
  for (const user of [small, large]) {
    await fund(credits.ledger, user.streamId);
    await storeDays(connection, user);
  }
  return { small, large, largest };
}

/** Stores a campaign that is over, and its calls. */
async function storeCampaign(
  connection: Connection,
  { uid: userId, streamId }: SignedInUser,
  { id, n, calls }: { id: string; n: number; calls: number },
): Promise<void> {
  const rows = manyCalls(id, calls, ['success', 'success', 'failed']);
  for (let at = 0; at < rows.length; at += BATCH)
    await connection.collection('contacts').insertMany(rows.slice(at, at + BATCH));
  const { total, delivered, failed } = countersOf(id, rows);
  const dropDate = new Date(Date.now() - (n + 1) * DAY_MS);
  const campaign: mongo.Document = {
    _id: id,
    userId,
    streamId,
    name: `Campaign ${id}`,
    liveName: `Campaign ${id}`,
    message: 'Hello {first_name}, this is Hark.',
    voiceId: 'v',
    voiceTitle: 'Ana',
    providerVoiceId: 'p',
    status: 'Success',
    dropDate,
    createdAt: dropDate,
    startedAt: dropDate,
    finishedAt: dropDate,
    changedAt: dropDate,
    run: 1,
    runEpoch: 1,
    nextSeq: total + 1,
    lastSettlement: 1,
    total,
    delivered,
    failed,
    retryable: failed,
    outcomes: {},
    voidedPreparations: [],
    creditCost: total * 50,
    held: 0,
    charged: delivered * 50,
  };
  await connection.collection('campaigns').insertOne(campaign);
}

async function storeDays(connection: Connection, { uid: userId }: SignedInUser): Promise<void> {
  const days = Array.from({ length: DAYS }, (_, n) => utcDay(new Date(Date.now() - n * DAY_MS)));
  await connection
    .collection<{ _id: string }>('day_counters')
    .insertMany(days.map((day) => ({ _id: `${userId}:${day}`, userId, day, delivered: 700, failed: 14 })));
}

function userNamed(uid: string): SignedInUser {
  return { uid, streamId: `stream-of-${uid}` };
}
