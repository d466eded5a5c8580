import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addContactsInput, createCampaignOutput } from '#shared/schemas/campaigns/campaigns.ts';
import { createCampaignInput } from '#shared/schemas/campaigns/create-campaign.ts';
import { createListInput } from '#shared/schemas/contact-lists.ts';
import { draftOf, deliverableContact } from '#server/testing/system/campaign-drafts.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { contactsOfFile } from './csv-source.ts';
import { contactsOfPayload } from './contact-source.ts';
import { InvalidRows } from './invalid-rows.ts';

const SAMPLES = new URL('../../../../shared/fixtures/world/', import.meta.url);

let system: TestSystem;
let node: CampaignNode;
let owner: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
});
beforeEach(async () => {
  owner = await node.subscriber('launch');
});
afterAll(() => system.stop());

/** Reads a sample file as a list that is taken as it is, without the rows that have errors. */
async function listOf(name: string) {
  const invalid = new InvalidRows();
  const source = contactsOfFile(new URL(name, SAMPLES).pathname, name, { invalid });
  await source.check('');
  const contacts = [];
  for await (const batch of source.contacts()) contacts.push(...batch);
  return { contacts, warnings: source.warnings?.list(), errors: invalid.present().errors };
}

describe('a file that is taken as it is', () => {
  it('has whole numbers that went through a spreadsheet, and refuses fewer than ten digits before the point', async () => {
    const { contacts, errors } = await listOf('01-float-listed.csv');
    expect(contacts).toMatchObject([{ phone_number: '+14085550124', recommended_phone: '14085550124' }]);
    expect(errors).toEqual([{ line: 2, message: 'Invalid phone number format: it has a fraction' }]);
  });

  it('has states and countries in words', async () => {
    const { contacts, warnings, errors } = await listOf('06-state-in-words.csv');
    expect(errors).toEqual([]);
    expect(warnings).toEqual([]);
    expect(contacts.map(({ state, country }) => `${state} ${country}`)).toEqual(['CA US', 'NY US', 'ON CA']);
  });

  it('refuses area codes that do not exist or cost extra, and no other', async () => {
    const { contacts, errors } = await listOf('r6-bad-area-codes.csv');
    expect(errors).toEqual([
      { line: 2, message: 'Area code 008 does not exist' },
      { line: 3, message: 'Area code 108 does not exist' },
      { line: 6, message: 'Area code 911 does not exist' },
      { line: 8, message: 'Area code 900 costs extra and is not called' },
    ]);
    expect(contacts.map(({ first_name }) => first_name)).toEqual(['Cy', 'Di', 'Flo']);
  });
});

describe('contacts of JSON', () => {
  const contact = (at: number, cells: Record<string, unknown>) => ({ ...deliverableContact(at), ...cells });

  it('may have null in optional cells, everywhere', async () => {
    const sample = JSON.parse(await readFile(new URL('requests/17-null-cells.json', SAMPLES), 'utf8')) as {
      contacts: [Record<string, unknown>];
    };
    const nulls = { address2: null, city: null, state: null, zipcode: null, country: null, email: null };
    const contacts = [...sample.contacts, contact(1, { ...nulls, company_name: null, custom: null })];
    for (const { contacts: read = [] } of [
      createCampaignInput.parse({ ...sample, contacts }),
      addContactsInput.parse({ campaign: 'Campaign', contacts }),
      createListInput.parse({ name: 'List', contacts }),
    ]) {
      expect(read[0]).toMatchObject({ address2: '', company_name: '', custom: { renewal_date: '' } });
      expect(read[1]).toMatchObject({ address2: '', city: '', state: '', email: '', custom: {} });
    }
    const api = node.as(owner);
    const created = await api.create({ ...draftOf(owner), contacts });
    expect(created.campaign.total).toBe(2);
    await expect(
      api.create({ ...draftOf(owner), contacts: [contact(2, { first_name: null })] as never }),
    ).rejects.toThrow('The contact list has 1 error.');
  });

  it('take every form of a number for both phones, and a missing id or number is named', async () => {
    const contacts = [
      contact(0, { phone_number: '(408) 555-0123', recommended_phone: '+1 (408) 555-0123' }),
      contact(1, { phone_number: '4085550124.0', recommended_phone: 4085550124 }),
      contact(2, { phone_number: 'tel:+1-408-555-0125', recommended_phone: '\u202a408.555.0125\u202c' }),
    ];
    await node.as(owner).create({ ...draftOf(owner), campaign_name: 'Forms', contacts });
    const stored = await node.as(owner).contacts({ id: 'Forms' });
    expect(
      stored.contacts.map(({ phone_number, recommended_phone }) => [phone_number, recommended_phone]),
    ).toEqual(['3', '4', '5'].map((end) => [`+1408555012${end}`, `1408555012${end}`]));
  });

  it.each([
    ['408555012.0', 'Invalid recommended phone format: it has a fraction'],
    ['-4085550123', 'Invalid recommended phone format: it begins with a minus sign'],
    ['14085550123 x2', 'Invalid recommended phone format: it has an extension'],
    ['555-0123', 'Invalid recommended phone format'],
    ['19005550123', 'Area code 900 costs extra and is not called'],
  ])('refuse the number %s by name', async (phone, message) => {
    const list = contactsOfPayload([contact(0, { recommended_phone: phone })] as never);
    await expect(list.check('')).rejects.toMatchObject({ details: { errors: [{ line: 2, message }] } });
  });

  it('have warnings in the answer for what is accepted and odd, again for a repeated request', async () => {
    const contacts = [contact(0, { state: 'Atlantis' }), contact(1, { state: 'Texas', country: 'USA' })];
    const two = { ...contact(2, {}), phone_number: '+14085550126 ::: +14085550127' };
    const draft = { ...draftOf(owner), campaign_name: 'Odd', contacts: [...contacts, two] };
    const created = await node.as(owner, 'odd').create(draft);
    const warnings = [
      {
        code: 'unknown_state',
        text: 'State is not known in 1 contact, such as “Atlantis”. It is kept as it is written.',
        count: 1,
        line: 2,
      },
      { code: 'several_numbers', count: 1, line: 4 },
    ];
    const ofList = (found: typeof created) =>
      createCampaignOutput.parse(found).warnings.filter(({ count }) => count !== undefined);
    expect(ofList(created)).toMatchObject(warnings);
    expect(ofList(await node.as(owner, 'odd').create(draft))).toMatchObject(warnings);
    const { contacts: stored } = await node.as(owner).contacts({ id: 'Odd' });
    expect(stored.map(({ state, country }) => `${state} ${country}`)).toEqual([
      'Atlantis US',
      'TX US',
      'FL US',
    ]);
    const added = await node.as(owner).addContacts({
      campaign: 'Odd',
      contacts: [contact(9, { country: 'Narnia' })],
    });
    expect(added.warnings).toMatchObject([{ code: 'unknown_country', count: 1, line: 2 }]);
    const { warnings: checked } = await node.as(owner).checkList({ contacts });
    expect(checked).toMatchObject([{ code: 'unknown_state', count: 1 }]);
  });
});
