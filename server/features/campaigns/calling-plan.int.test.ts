import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { CampaignNode } from '#server/testing/system/test-node.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';

let system: TestSystem;
let node: CampaignNode;
let user: SignedInUser;

beforeAll(async () => {
  system = await startTestSystem();
  node = await system.startNode();
  user = await node.subscriber('launch');
});
afterAll(() => system.stop());

/** Midnight UTC of a day two weeks ahead. */
function dayAhead(): string {
  return `${new Date(Date.now() + 14 * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`;
}

function inNewYork(id: string, phone: string) {
  return {
    id,
    first_name: 'Ann',
    last_name: 'Lee',
    phone_number: phone,
    recommended_phone: `1${phone}`,
    state: 'NY',
    zipcode: '10001',
  };
}

test('a plan says when a list can be called, by the classes of its check', async () => {
  const contacts = [inNewYork('1', '2125550143'), inNewYork('2', '2125550144')];
  const { classes } = await node.as(user).checkList({ contacts });
  const drop_date = dayAhead();
  const { plan } = await node.as(user).callingPlan({ classes, drop_date, calls_per_minute: 1 });
  expect(plan).toMatchObject({ drop_date, contacts: 2, never_open: [] });
  expect(plan.hours).toHaveLength(48);
  const calls = plan.hours.filter(({ calls }) => calls > 0);
  expect(calls).toMatchObject([{ callable: 2, calls: 2, starts_at: plan.first_call_at }]);
  expect(plan.openings[0]).toMatchObject({
    opens_at: plan.first_call_at,
    zone: 'America/New_York',
    contacts: 2,
  });
  expect(plan.local_hours.filter(({ callable }) => callable > 0).map(({ hour }) => hour)).toContain(9);
  expect(plan.rules.map(({ name }) => name)).toEqual([
    'Federal law: 8 AM to 9 PM',
    'Hark default: 9 AM to 8 PM',
  ]);
  expect(plan.disclaimer).toContain('no legal advice');
});

test('a contact is counted where its number and its ZIP code may be', async () => {
  const contacts = [{ ...inNewYork('1', '3035550143'), state: '' }];
  const { classes } = await node.as(user).checkList({ contacts });
  expect(classes).toEqual([{ window: 'America/Denver,America/New_York|CO,NY', count: 1 }]);
});

test('a list with numbers and addresses of every region has a plan', async () => {
  const states = ['NY', 'ON', 'BC', 'PR', ''];
  const contacts = ['212', '416', '604', '809', '800', '907'].flatMap((area) =>
    states.map((state, at) => ({
      ...inNewYork(`${area}-${String(at)}`, `${area}555${String(1000 + at)}`),
      state,
      zipcode: state === 'NY' ? '10001' : '',
    })),
  );
  const { classes } = await node.as(user).checkList({ contacts });
  const { plan } = await node.as(user).callingPlan({ classes });
  expect(plan).toMatchObject({ contacts: contacts.length, never_open: [] });
});

test('a campaign on days on which a state bans calls never opens there', async () => {
  const classes = [
    { window: 'America/Chicago|AL', count: 3 },
    { window: 'America/Chicago|IL', count: 2 },
  ];
  const { plan } = await node
    .as(user)
    .callingPlan({ classes, calling_hours: { from: '09:00', to: '20:00', days: [7] } });
  expect(plan.never_open).toEqual([{ window: 'America/Chicago|AL', count: 3 }]);
});

test.each([
  ['classes', { classes: [{ window: 'Mars/Olympus|NY', count: 1 }] }],
  ['classes', { classes: [{ window: 'America/Chicago|XX', count: 1 }] }],
  ['classes', { classes: [{ window: '*|constructor', count: 1 }] }],
  ['classes', { classes: [{ window: 'America/CHICAGO|IL', count: 1 }] }],
  ['classes', { classes: [{ window: 'America/Chicago|IL,IL', count: 1 }] }],
  ['drop_date', { classes: [{ window: '*', count: 1 }], drop_date: 'tomorrow' }],
  ['classes', { classes: Array.from({ length: 2_000 }, () => ({ window: '*|NJ,NY', count: 1 })) }],
])('a bad plan is refused, naming %s: %#', async (field, input) => {
  await expect(node.as(user).callingPlan(input)).rejects.toMatchObject({
    cause: { code: 'INVALID_INPUT', details: { fields: { [field]: expect.any(String) as string } } },
  });
});

test('more classes than a list can have are refused', async () => {
  const classes = Array.from({ length: 2_001 }, () => ({ window: '*', count: 1 }));
  await expect(node.as(user).callingPlan({ classes })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
