import {
  CHECK_LIST_PATH,
  CONTACT_LISTS_PATH,
  SUPPRESSIONS_CSV_PATH,
  callsCsvPath,
  evidenceCsvPath,
} from '#shared/paths.ts';
import { STATE_ZONES } from '#shared/calling/state-zones.ts';
import { windowKey } from '#shared/calling/window-class.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { expectOk } from '#server/app/seed/hark-client.ts';
import { createCampaign, type TestCustomer } from '#server/testing/crash/test-customer.ts';
import { deliverableContacts } from '#server/testing/system/campaign-drafts.ts';
import { csvOf, formOf } from '../data/contact-rows.ts';

/** A call that reads or writes much. */
export interface HeavyCall {
  name: string;
  /** Sends it and reads the answer to its end; returns its status. */
  send(): Promise<number>;
}

/** Contacts of a campaign and numbers of a do-not-call list; contacts of a saved list. */
const ROWS = 3_000;
const LISTED = 10_000;
const IMPORT = '/api/suppressions/import/';
/** One line of doubled quotation marks, as long as a small file. */
const HOSTILE = '"""",'.repeat(100_000);

/** Headers of words that are others together, so that each may be cut in many ways. */
const HEADERS =
  `${Array.from({ length: 400 }, (_, n) => 'zipcode'.repeat(10) + String(n)).join(',')}\n`.repeat(10);
/** Classes of contacts in as many places as a plan takes. */
const PLACES = Object.keys(STATE_ZONES).flatMap((state, at, states) =>
  states.slice(at + 1).map((other) => {
    return {
      window: windowKey({ zones: ['America/Chicago', 'America/Denver'], states: [state, other] }),
      count: 9,
    };
  }),
);

/** Stores what the calls need, as one account, and returns one call of each kind. */
export async function prepareHeavyCalls(baseUrl: string, customer: TestCustomer): Promise<HeavyCall[]> {
  const headers = { cookie: customer.client.cookie(), origin: baseUrl };
  const sent = async (path: string, method: string, body: FormData | string | null = null) => {
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const response = await fetch(baseUrl + path, { method, body, headers: { ...headers, ...type } });
    await response.arrayBuffer();
    return response.status;
  };
  const read = (name: string, path: string): HeavyCall => ({ name, send: () => sent(path, 'GET') });
  const post = (name: string, path: string, body: () => FormData | string): HeavyCall => ({
    name,
    send: () => sent(path, 'POST', body()),
  });
  const postFile = (name: string, path: string, file: string, fields = () => ({})) =>
    post(name, path, () => formOf(new Blob([file], { type: 'text/csv' }), fields()));
  const postJson = (name: string, path: string, body: () => object) =>
    post(name, path, () => JSON.stringify(body()));
  const list = [...csvOf(LISTED)].join('');
  const numbers = Array.from({ length: ROWS }, (_, n) => `1303${String(7_000_000 + n)}`).join('\n');
  const name = 'A long campaign';
  const dropDate = new Date(Date.now() + 7 * DAY_MS);
  const id = await createCampaign(customer, { name, contacts: deliverableContacts(ROWS), dropDate });
  const [left, right] = [await saveList(customer, 'One', 0), await saveList(customer, 'Two', ROWS / 2)];
  let made = 0;
  const named = () => ({ name: `List ${String((made += 1))}` });
  return [
    read('calls as CSV', callsCsvPath(name)),
    read('evidence as CSV', evidenceCsvPath(id)),
    postFile('import of numbers', IMPORT, numbers),
    read('numbers as CSV', SUPPRESSIONS_CSV_PATH),
    postJson('check of a saved list', CHECK_LIST_PATH, () => ({ list_id: left })),
    postFile('check of a file', CHECK_LIST_PATH, list),
    postFile('saving a list', CONTACT_LISTS_PATH, list, named),
    postJson('combining lists', `${CONTACT_LISTS_PATH}combine/`, () => {
      return { ...named(), operation: 'union', left, right };
    }),
    postFile('hostile list', CHECK_LIST_PATH, HOSTILE),
    postFile('hostile numbers', IMPORT, HOSTILE),
    postFile('hostile headers', IMPORT, HEADERS),
    postJson('plan of many places', '/trpc/campaigns.callingPlan', () => {
      const from = `10:${String((made += 1) % 60).padStart(2, '0')}`;
      return { classes: PLACES, calling_hours: { from, to: '18:00', days: [1, 3, 5] } };
    }),
  ];
}

async function saveList({ client }: TestCustomer, name: string, from: number): Promise<string> {
  const contacts = deliverableContacts(from + ROWS).slice(from);
  const { list } = expectOk(await client.post(CONTACT_LISTS_PATH, { name, contacts })) as {
    list: { id: string };
  };
  return list.id;
}
