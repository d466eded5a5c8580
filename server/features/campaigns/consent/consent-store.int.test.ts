import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { ConsentStore, createConsentModel, type ConsentRecord } from './consent-store.ts';

let database: TestDatabase;
let consents: ConsentStore;

beforeAll(async () => {
  database = await testDatabase();
  consents = new ConsentStore(createConsentModel(database.connection));
});
afterAll(() => database.stop());

function record(_id: string, source: string): ConsentRecord {
  return {
    _id,
    campaignId: 'c1',
    campaignName: 'Autumn',
    userId: 'u1',
    network: '127.0.0.1',
    viaApiKey: false,
    basis: 'existing_customer',
    own_words: null,
    obtained_at: '2025-03-01',
    source,
    byDefault: false,
    statementVersion: '1',
    at: new Date(),
    contacts: 1,
    listDigest: 'digest',
  };
}

test('the consent of a list is recorded once and never changed, and goes with a list that is undone', async () => {
  const sources = async () => (await consents.ofCampaign('c1', 10)).map(({ source }) => source);
  await consents.record(record('first', 'Order form'));
  await consents.record(record('second', 'Club'));
  await consents.record(record('first', 'Another form'));
  expect((await sources()).sort()).toEqual(['Club', 'Order form']);
  await consents.remove(['first']);
  expect(await sources()).toEqual(['Club']);
});
