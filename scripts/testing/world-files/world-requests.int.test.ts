import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderMessage } from '#shared/messages/message-template.ts';
import type { CallingPlan } from '#shared/schemas/calling/calling-plan.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { importInBrowser } from './browser-import.ts';
import { createRestEntrances, type RestEntrances } from './rest-entrances.ts';

const FIXTURES = new URL('../../../shared/fixtures/', import.meta.url);
const textOf = (name: string) => readFile(new URL(name, FIXTURES), 'utf8');
const requestOf = async (name: string) =>
  JSON.parse(await textOf(`world/requests/${name}.json`)) as Record<string, unknown>;

let hark: TestHark;
let rest: RestEntrances;
beforeAll(async () => {
  hark = await startHark();
  rest = await createRestEntrances(hark);
}, 60_000);
afterAll(() => hark.stop());

describe('a campaign with a misspelt option is refused, and the field named', () => {
  test.each([
    ['18a-misspelt-drop-date', { dropDate: 'Unknown field "dropDate". Did you mean "drop_date"?' }],
    [
      '18b-misspelt-hours',
      {
        callingHours: 'Unknown field "callingHours". Did you mean "calling_hours"?',
        dropsPerMinute: 'Unknown field "dropsPerMinute". Did you mean "drops_per_minute"?',
      },
    ],
    [
      '18c-hours-inside',
      {
        'calling_hours.start': 'Unknown field "calling_hours.start". Known here: from, to, days.',
        'calling_hours.end': 'Unknown field "calling_hours.end". Known here: from, to, days.',
      },
    ],
  ])('%s', async (name, fields) => {
    const request = await requestOf(name);
    expect(await rest.sendCampaign(request)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields },
    });
    const found = await rest.client.get(
      `/api/campaigns/${encodeURIComponent(String(request['campaign_name']))}/`,
    );
    expect(found.status).toBe(404);
  });
});

test('null in optional cells is an empty cell (17-null-cells)', async () => {
  const created = await rest.sendCampaign(await requestOf('17-null-cells'));
  expect(created).toMatchObject({ status: 201, body: { campaign: { total: 1, status: 'Scheduled' } } });
  const { body } = await rest.client.get('/api/campaigns/Case%2017/contacts/');
  expect(body['contacts']).toMatchObject([
    { recommended_phone: '14085550101', address1: '1 Main St', address2: '', company_name: '' },
  ]);
});

test('hours until 9 PM are those of Oregon there, until 8 PM (22-campaign)', async () => {
  const request = await requestOf('22-campaign');
  expect(await rest.sendCampaign(request)).toMatchObject({
    status: 201,
    body: { campaign: { calling_hours: request['calling_hours'] } },
  });
  const { contacts, calling_hours } = request;
  const { classes } = (await rest.client.post('/api/campaigns/check-list/', { contacts })).body;
  expect(classes).toEqual([{ window: 'America/Los_Angeles|OR', count: 1 }]);
  const { body } = await rest.client.post('/trpc/campaigns.callingPlan', { classes, calling_hours });
  const { plan } = (body as { result: { data: { plan: CallingPlan } } }).result.data;
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeStyle: 'short' });
  const closing = plan.openings.map(({ closes_at }) => time.format(new Date(closes_at)));
  expect(closing.at(0)).toBe('20:00');
});

test('nobody hears the cell of another column (02-message with 02-unquoted-comma)', async () => {
  const message = (await textOf('world/requests/02-message.txt')).trim();
  const file = new File([await readFile(new URL('contacts-unquoted-comma.csv', FIXTURES))], 'list.csv');
  const refused = await rest.createCampaign(file, { message });
  expect(refused.errors).toEqual(['3: 9 cells under 8 columns: a comma in a cell needs quotation marks']);
  const { people } = await rest.createCampaign(file, { message, skip_invalid: 'true' });
  expect(people).toEqual([
    '6 Eva Kane +14085550106 14085550106 Kane Roofing renewal_date=2026-11-15 agent=Kim',
    '8 Bo Reed +14085550108 14085550108 Reed Co renewal_date=2026-12-09 agent=Kim',
  ]);
  const { contacts } = await importInBrowser(file);
  expect(contacts.map((contact) => renderMessage(message, contact, null))).toEqual([
    'Hi Eva, your plan ends on November 15, 2026. Ask for Kim.',
    'Hi Bo, your plan ends on December 9, 2026. Ask for Kim.',
  ]);
});
