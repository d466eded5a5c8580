import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import {
  CHECK_LIST_PATH,
  CONTACT_LISTS_PATH,
  SUPPRESSIONS_CSV_PATH,
  callsCsvPath,
  evidenceCsvPath,
} from '#shared/paths.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { createCampaign, type TestCustomer } from '#server/testing/crash/test-customer.ts';
import { expectOk } from '#server/app/seed/hark-client.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { csvOf } from '../data/contact-rows.ts';

/** A call that reads or writes much. */
export interface HeavyCall {
  name: string;
  send(): Promise<Response>;
}

/** Contacts of a campaign and numbers of a do-not-call list; contacts of a saved list. */
const ROWS = 3_000;
const LISTED = 10_000;
const IMPORT = '/api/suppressions/import/';
/** One line of doubled quotation marks, as long as a small file. */
const HOSTILE = '"""",'.repeat(100_000);

/** Stores what the calls need, as one account, and returns one call of each kind. */
export async function prepareHeavyCalls(baseUrl: string, customer: TestCustomer): Promise<HeavyCall[]> {
  const cookie = customer.client.cookie();
  const get = (path: string) => () => fetch(baseUrl + path, { headers: { cookie } });
  const post = (path: string, body: () => FormData | string) => () => {
    const content = body();
    const type = typeof content === 'string' ? { 'content-type': 'application/json' } : {};
    return fetch(baseUrl + path, {
      method: 'POST',
      headers: { cookie, origin: baseUrl, ...type },
      body: content,
    });
  };
  const list = [...csvOf(LISTED)].join('');
  const numbers = Array.from({ length: ROWS }, (_, n) => `1303${String(7_000_000 + n)}`).join('\n');
  const campaign = await saveCampaign(customer, deliverableContacts(ROWS));
  const lists = [await saveList(customer, 'One', 0), await saveList(customer, 'Two', ROWS / 2)];
  let made = 0;
  const nextName = () => `List ${String((made += 1))}`;
  const combined = () =>
    JSON.stringify({ name: nextName(), operation: 'union', left: lists[0], right: lists[1] });
  return [
    { name: 'calls as CSV', send: get(callsCsvPath(campaign.name)) },
    { name: 'evidence as CSV', send: get(evidenceCsvPath(campaign.id)) },
    { name: 'import of numbers', send: post(IMPORT, () => formOf(numbers)) },
    { name: 'numbers as CSV', send: get(SUPPRESSIONS_CSV_PATH) },
    {
      name: 'check of a saved list',
      send: post(CHECK_LIST_PATH, () => JSON.stringify({ list_id: lists[0] })),
    },
    { name: 'check of a file', send: post(CHECK_LIST_PATH, () => formOf(list)) },
    { name: 'saving a list', send: post(CONTACT_LISTS_PATH, () => formOf(list, { name: nextName() })) },
    { name: 'combining lists', send: post(`${CONTACT_LISTS_PATH}combine/`, combined) },
    { name: 'hostile list', send: post(CHECK_LIST_PATH, () => formOf(HOSTILE)) },
    { name: 'hostile numbers', send: post(IMPORT, () => formOf(HOSTILE)) },
  ];
}

function formOf(file: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('csv_file', new Blob([file], { type: 'text/csv' }), 'list.csv');
  return form;
}

async function saveCampaign(customer: TestCustomer, contacts: readonly ContactInput[]) {
  const name = 'A long campaign';
  const dropDate = new Date(Date.now() + 7 * DAY_MS);
  return { name, id: await createCampaign(customer, { name, contacts, dropDate }) };
}

async function saveList({ client }: TestCustomer, name: string, from: number): Promise<string> {
  const contacts = deliverableContacts(from + ROWS).slice(from);
  const { list } = expectOk(await client.post(CONTACT_LISTS_PATH, { name, contacts })) as {
    list: { id: string };
  };
  return list.id;
}
