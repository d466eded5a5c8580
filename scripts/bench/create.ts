import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contactsOfPayload, type ContactSource } from '#server/campaigns/contact-list/contact-source.ts';
import { createCampaign } from '#server/campaigns/preparation/create-campaign.ts';
import { contactsOfFile } from '#server/campaigns/contact-list/csv-source.ts';
import { formatNumber } from '#shared/formats.ts';
import { createIndexes } from '#server/composition/database/indexes.ts';
import { TEST_GIVER } from '#server/testing/system/test-context.ts';
import { newId } from '#server/lib/secrets/ids.ts';
import { composeBenchFeatures, fund } from './data/bench-features.ts';
import { compare, type Bench, type BenchResult, type CompareOptions } from './bench.ts';
import { benchContact, csvOf } from './data/contact-rows.ts';
import { withBenchDatabase, type BenchDatabase } from './data/database.ts';
import { measured } from './measure/sample.ts';

const CONTACTS = 100_000;
const BARE_BATCH = 5_000;

/**
 * Creating a campaign of 100,000 contacts with everything that belongs to it (validation, indexes, heartbeats,
 * hold), against bare inserts of the same contacts into a collection with only the `_id` index (=1.00). `--contacts=N`
 * sets the number of contacts.
 */
export const benchCreate: Bench = (say, { contacts = CONTACTS, rounds, limit }) =>
  withBenchDatabase('create', async (database) => {
    const folder = await mkdtemp(join(tmpdir(), 'hark-bench-create-'));
    try {
      const file = join(folder, 'contacts.csv');
      return await measure(database, { file, contacts }, { say, rounds, limit });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

async function measure(
  { connection }: BenchDatabase,
  { file, contacts }: { file: string; contacts: number },
  options: CompareOptions,
): Promise<BenchResult[]> {
  await pipeline(Readable.from(csvOf(contacts)), createWriteStream(file));
  const payload = Array.from({ length: contacts }, (_, index) => benchContact(index));
  const bare = connection.collection<{ campaignId: string }>('bare');
  const creator = await openCreator(connection);
  const creates = (name: string, source: () => ContactSource) => ({
    name,
    portion: () => measured(contacts, () => creator.create(source())),
  });
  try {
    const contenders = [
      {
        name: 'bare insertMany',
        async portion() {
          const campaignId = newId();
          const rows = payload.map((contact, seq) => ({ campaignId, seq, fields: contact }));
          const sample = await measured(contacts, async () => {
            for (let at = 0; at < rows.length; at += BARE_BATCH)
              await bare.insertMany(rows.slice(at, at + BARE_BATCH));
          });
          await bare.deleteMany({});
          return sample;
        },
      },
      { ...creates('hark', () => contactsOfPayload(payload)), goal: { atLeast: 0.65 } },
      creates('hark, from a CSV file', () => contactsOfFile(file, newId())),
    ];
    return await compare(`${formatNumber(contacts)} contacts`, contenders, options);
  } finally {
    await creator.close();
  }
}

/** The use case with its real stores and ledger; no drops are started. */
async function openCreator(connection: BenchDatabase['connection']) {
  const { campaignsDeps, credits, drops, keys, stores, suppressions } = composeBenchFeatures(connection);
  await createIndexes(credits, stores, keys, suppressions, drops);
  const user = { uid: newId(), streamId: newId() };
  await fund(credits.ledger, user.streamId);
  return {
    async create(source: ContactSource): Promise<void> {
      const draft = {
        campaign_name: newId(),
        campaign_type: 'voicemail' as const,
        message: 'Hi {first_name}',
        voice_id: 'voice',
      };
      await createCampaign(campaignsDeps, { user, draft, source, idempotencyKey: undefined, ...TEST_GIVER });
    },
    close: () => credits.close(),
  };
}
