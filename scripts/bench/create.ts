import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  contactsOfPayload,
  type ContactSource,
} from '#server/features/campaigns/contact-list/contact-source.ts';
import { createCampaign } from '#server/features/campaigns/preparation/create-campaign.ts';
import { contactsOfFile } from '#server/features/campaigns/contact-list/csv-source.ts';
import type { Collection } from 'mongoose';
import { ANYWHERE } from '#shared/calling/window-class.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { formatNumber } from '#shared/formats.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import { createContactModel } from '#server/features/drops/contacts/contact-model.ts';
import { TEST_GIVER } from '#server/testing/system/test-context.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { composeBenchFeatures, fund } from './data/bench-features.ts';
import { compare, type Bench, type BenchResult, type CompareOptions } from './bench.ts';
import { benchContact, csvOf } from './data/contact-rows.ts';
import { withBenchDatabase, type BenchDatabase } from './data/database.ts';
import { measured, type Sample } from './measure/sample.ts';

const CONTACTS = 100_000;
const BARE_BATCH = 5_000;

/**
 * Creating a campaign of 100,000 contacts with everything that belongs to it (validation, indexes, heartbeats,
 * hold), against bare inserts of the same contacts into a collection with only the `_id` index (=1.00); inserts into one
 * with all indexes of the contacts say how much of the difference is theirs. `--contacts=N`
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
  const bare = connection.collection('bare');
  const withIndexes = connection.model('BareContact', createContactModel(connection).schema, 'bare_indexed');
  await withIndexes.createIndexes();
  const indexed = withIndexes.collection;
  const creator = await openCreator(connection);
  const creates = (name: string, source: () => ContactSource) => ({
    name,
    portion: () => measured(contacts, () => creator.create(source())),
  });
  try {
    const contenders = [
      {
        name: 'bare insertMany',
        portion: () => insertBare(bare, payload),
      },
      { name: 'bare insertMany, all indexes', portion: () => insertBare(indexed, payload) },
      { ...creates('hark', () => contactsOfPayload(payload)), goal: { atLeast: 0.65 } },
      creates('hark, from a CSV file', () => contactsOfFile(file, newId())),
    ];
    return await compare(`${formatNumber(contacts)} contacts`, contenders, options);
  } finally {
    await creator.close();
  }
}

/** Measures inserts of contacts with the fields that indexes need; they are removed afterwards. */
async function insertBare(collection: Collection, payload: readonly Contact[]): Promise<Sample> {
  const campaignId = newId();
  const rows = payload.map((contact, seq) => ({
    campaignId,
    seq,
    status: 'pending',
    unsettled: true,
    window: ANYWHERE,
    phone: contact.recommended_phone,
    fields: contact,
  }));
  const sample = await measured(rows.length, async () => {
    for (let at = 0; at < rows.length; at += BARE_BATCH)
      await collection.insertMany(rows.slice(at, at + BARE_BATCH));
  });
  await collection.deleteMany({});
  return sample;
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
