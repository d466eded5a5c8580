import type { Collection, Connection } from 'mongoose';
import { ANYWHERE } from '#shared/calling/window-class.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { formatNumber } from '#shared/formats.ts';
import type { Features } from '#server/app/features.ts';
import { contactsOfPayload } from '#server/features/campaigns/contact-list/contact-source.ts';
import { createCampaign } from '#server/features/campaigns/preparation/create-campaign.ts';
import { createContactModel } from '#server/features/drops/contacts/contact-model.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { TEST_GIVER } from '#server/testing/system/test-context.ts';
import { benchContact } from './data/contact-rows.ts';
import { fund, withFeatures } from './data/hark-features.ts';
import { withDatabase } from './data/systems.ts';
import type { Bench } from './harness/bench.ts';
import { measured, type Sample } from './harness/sample.ts';

const CONTACTS = 100_000;
const BARE_BATCH = 5_000;

/**
 * Creating a campaign of 100,000 contacts with everything that belongs to it (validation, indexes, heartbeats,
 * hold), against bare inserts of the same contacts into a collection with the same indexes (=1.00). `--contacts=N`
 * sets the number of contacts.
 */
export const benchCreate: Bench = ({ compare, settings: { contacts = CONTACTS } }) =>
  withDatabase(({ connection }) =>
    withFeatures(connection, async (features) => {
      const payload = Array.from({ length: contacts }, (_, index) => benchContact(index));
      const bare = await indexedCollection(connection);
      const create = await campaignCreator(features);
      await compare(`${formatNumber(contacts)} contacts`, [
        { name: 'bare insertMany, same indexes', portion: () => insertBare(bare, payload) },
        { name: 'hark', goal: { atLeast: 1 }, portion: () => measured(contacts, () => create(payload)) },
      ]);
    }),
  );

async function indexedCollection(connection: Connection): Promise<Collection> {
  const model = connection.model('BareContact', createContactModel(connection).schema, 'bare_contacts');
  await model.createIndexes();
  return model.collection;
}

/** Measures inserts of contacts with the fields that indexes need; they are removed afterwards. */
async function insertBare(collection: Collection, payload: readonly Contact[]): Promise<Sample> {
  const campaignId = newId();
  const common = { campaignId, status: 'pending', unsettled: true, window: ANYWHERE };
  const rows = payload.map((fields, seq) => ({ ...common, seq, phone: fields.recommended_phone, fields }));
  const sample = await measured(rows.length, async () => {
    for (let at = 0; at < rows.length; at += BARE_BATCH)
      await collection.insertMany(rows.slice(at, at + BARE_BATCH));
  });
  await collection.deleteMany({});
  return sample;
}

/** Returns the use case with its real stores and ledger; no drops are started. */
async function campaignCreator({ campaignsDeps, credits }: Features) {
  const user = { uid: newId(), streamId: newId() };
  await fund(credits.ledger, user.streamId);
  return async (payload: Contact[]): Promise<void> => {
    const voicemail = { campaign_type: 'voicemail' as const, message: 'Hi {first_name}', voice_id: 'voice' };
    const draft = { campaign_name: newId(), ...voicemail };
    const source = contactsOfPayload(payload);
    await createCampaign(campaignsDeps, { user, draft, source, idempotencyKey: undefined, ...TEST_GIVER });
  };
}
