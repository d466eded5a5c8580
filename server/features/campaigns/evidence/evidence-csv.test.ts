import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ContactView } from '#shared/schemas/campaigns/campaign-contacts.ts';
import type { ListedContact } from '#server/features/drops/api.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import { evidenceAsCsv } from './evidence-csv.ts';

type Deps = Parameters<typeof evidenceAsCsv>[0];

const CALL: ContactView['call'] = {
  at: '2027-01-12T16:30:00.000Z',
  local_time: '2027-01-12 08:30',
  zone: 'America/Los_Angeles',
  hours: '10:00-18:00',
  rules: ['Hours of the campaign', 'Some rule'],
  outside_hours: true,
};
const CONTACT = {
  recommended_phone: '12135550143',
  first_name: 'Ana',
  last_name: 'Lopez',
  status: 'failed',
  reason: 'Number not in service',
  reason_code: '3012',
  call: CALL,
  earlier: [],
} as unknown as ListedContact;
const LISTS = [
  { basis: 'existing_customer', own_words: null, obtained_at: '2025-03-01', source: 'Order form' },
  { basis: 'other', own_words: 'Members of the club', obtained_at: '2026-05-01', source: 'Club' },
  { basis: 'existing_customer', own_words: null, obtained_at: '2025-03-01', source: 'Order form' },
];

/** Returns the rows of a campaign, without those of the headers. */
async function rowsOf(campaign: Partial<CampaignDocument>): Promise<string[]> {
  const deps = {
    contacts: { stream: () => [[CONTACT]] },
    consents: { ofLists: () => Promise.resolve([]), ofCampaign: () => Promise.resolve(LISTS) },
    doNotCall: { among: () => Promise.resolve(new Set()) },
  } as unknown as Deps;
  const file = evidenceAsCsv(deps, {
    _id: 'c1',
    userId: 'u1',
    name: 'Autumn',
    ...campaign,
  } as CampaignDocument);
  const content = await text(file.content);
  return content.trimEnd().split('\r\n').slice(1);
}

test('a row says what held for a call, each consent once, and what the carrier said', async () => {
  expect(await rowsOf({})).toEqual([
    [
      '12135550143,Ana,Lopez,2027-01-12T16:30:00.000Z,2027-01-12 08:30,America/Los_Angeles,10:00-18:00',
      'Hours of the campaign; Some rule,yes',
      '"Existing customer (Order form, 2025-03-01); Members of the club (Club, 2026-05-01)"',
      ',no,failed,Number not in service,3012',
    ].join(','),
  ]);
});

test('contacts that are being erased are not listed', async () => {
  expect(await rowsOf({ contactsKeptDays: 30 })).toEqual([]);
});
