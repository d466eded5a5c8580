import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createCampaignStores } from '#server/campaigns/campaigns-feature.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import { contactsOfPayload, type ContactSource } from '#server/campaigns/contact-list/contact-source.ts';
import { createCampaign } from '#server/campaigns/preparation/create-campaign.ts';
import { contactsOfFile } from '#server/campaigns/contact-list/csv-source.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createCreditsFeature } from '#server/credits/credits-feature.ts';
import { createCampaignContacts } from '#server/drops/contacts/campaign-contacts.ts';
import { createContactModel } from '#server/drops/contacts/contact-model.ts';
import { ContactStore } from '#server/drops/contacts/contact-store.ts';
import { newId } from '#server/lib/ids.ts';
import { createLogger } from '#server/lib/log.ts';
import { createRequestKeys } from '#server/request-keys/request-key-store.ts';
import { createSuppressionsFeature } from '#server/suppressions/suppressions-feature.ts';
import { compare, type Bench, type BenchResult } from './bench.ts';
import { benchContact, csvOf } from './contact-rows.ts';
import { withBenchDatabase, type BenchDatabase } from './database.ts';

const CONTACTS = 100_000;
const BARE_BATCH = 5_000;

/**
 * Creating a campaign of 100,000 contacts with everything that belongs to it (validation, indexes, heartbeats,
 * hold), against bare inserts of the same contacts into a collection with only the `_id` index (=1.00).
 */
export const benchCreate: Bench = (say) =>
  withBenchDatabase('create', async (database) => {
    const folder = await mkdtemp(join(tmpdir(), 'hark-bench-create-'));
    try {
      say('create: 100,000 contacts at a time');
      return await measure(database, join(folder, 'contacts.csv'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

async function measure({ connection }: BenchDatabase, file: string): Promise<BenchResult[]> {
  await pipeline(Readable.from(csvOf(CONTACTS)), createWriteStream(file));
  const payload = Array.from({ length: CONTACTS }, (_, index) => benchContact(index));
  const bare = connection.collection<{ campaignId: string }>('bare');
  const creator = await openCreator(connection);
  const creates = (name: string, source: () => ContactSource) => ({
    name,
    portion: () => rate(() => creator.create(source())),
  });
  try {
    return await compare('100,000 contacts', [
      {
        name: 'bare insertMany',
        async portion() {
          const campaignId = newId();
          const rows = payload.map((contact, seq) => ({ campaignId, seq, fields: contact }));
          const speed = await rate(async () => {
            for (let at = 0; at < rows.length; at += BARE_BATCH)
              await bare.insertMany(rows.slice(at, at + BARE_BATCH));
          });
          await bare.deleteMany({});
          return speed;
        },
      },
      { ...creates('hark', () => contactsOfPayload(payload)), goal: { atLeast: 0.4 } },
      creates('hark, from a CSV file', () => contactsOfFile(file, newId())),
    ]);
  } finally {
    await creator.close();
  }
}

async function rate(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return CONTACTS / ((performance.now() - begun) / 1_000);
}

/** The use case with its real stores and ledger; no drops are started. */
async function openCreator(connection: BenchDatabase['connection']) {
  const log = createLogger('warn');
  const credits = createCreditsFeature({ connection, clock: systemClock, log });
  const stores = createCampaignStores({ connection, clock: systemClock });
  const { requestKeys } = createRequestKeys(connection);
  const contacts = createContactModel(connection);
  const subscriptions = {
    isSubscribed: () => Promise.resolve(true),
    periodStartOf: () => Promise.resolve(undefined),
  };
  const { doNotCall, models: lists } = createSuppressionsFeature({
    connection,
    clock: systemClock,
    subscriptions,
  });
  const models = [...credits.models, ...stores.models, ...lists, contacts];
  await Promise.all(models.map((model) => model.createIndexes()));
  const user = { uid: newId(), streamId: newId() };
  await fund(credits.ledger, user.streamId);
  const deps: CampaignsDeps = {
    ...stores,
    requestKeys,
    contacts: createCampaignContacts({ contacts: new ContactStore(contacts), doNotCall }),
    engine: { run: nothing, ensureRunning: nothing, runAt: nothing, withdraw: () => Promise.resolve(0) },
    ledger: credits.ledger,
    voices: {
      ownership: () => Promise.resolve('own'),
      find: (_, id) => Promise.resolve({ kind: 'own', voice: { id, title: 'Ana', providerVoiceId: id } }),
    },
    subscriptions,
    clock: systemClock,
    realTime: systemClock,
    log,
    spoolDir: tmpdir(),
    preparationLeaseMs: 60_000,
  };
  return {
    async create(source: ContactSource): Promise<void> {
      const draft = {
        campaign_name: newId(),
        campaign_type: 'voicemail' as const,
        message: 'Hi {first_name}',
        voice_id: 'voice',
      };
      await createCampaign(deps, { user, draft, source, idempotencyKey: undefined });
    },
    close: () => credits.close(),
  };
}

const nothing = () => Promise.resolve();

async function fund(
  ledger: ReturnType<typeof createCreditsFeature>['ledger'],
  stream: string,
): Promise<void> {
  const id = 'invoice';
  const grant = { plan: 'scale' as const, source: { kind: 'invoice' as const, id } };
  await ledger.execute(stream, {
    type: 'grant',
    key: 'grant:1',
    ...grant,
    period: { id, start: new Date() },
  });
  await ledger.execute(stream, { type: 'adjust', key: 'adjust:1', amount: 1_000_000_000, reason: 'bench' });
}
