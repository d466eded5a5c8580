import { expect, test } from 'vitest';
import { linesOf } from '#client/testing/lines.ts';
import { ACCOUNT_EVENT_TYPES } from '#shared/schemas/account/account-events.ts';
import { eventOrigin, eventTitle } from './event-text.ts';

test.each([
  [{ type: 'signed_in', count: 1, detail: null }, 'Signed in'],
  [{ type: 'sign_in_failed', count: 3, detail: null }, 'Sign-in failed 3 times'],
  [{ type: 'api_key_created', count: 1, detail: 'Zapier' }, 'API key created: Zapier'],
] as const)('%j is called %s', (event, title) => {
  expect(eventTitle(event)).toBe(title);
});

const NOWHERE = { browser: null, system: null, networks: [], other_networks: false };
test.each([
  [NOWHERE, ''],
  [{ ...NOWHERE, networks: ['203.0.113.7'] }, '203.0.113.7'],
  [
    { browser: 'Firefox 140', system: 'macOS', networks: ['203.0.113.7'], other_networks: false },
    'Firefox 140 on macOS · 203.0.113.7',
  ],
  [{ ...NOWHERE, networks: ['a', 'b'], other_networks: true }, 'a, b, other networks'],
])('%j is from "%s"', (event, origin) => {
  expect(eventOrigin(event)).toBe(origin);
});

test('each event has its text', async () => {
  await expect(
    linesOf(ACCOUNT_EVENT_TYPES.map((type) => `${type} ${eventTitle({ type, count: 1, detail: null })}`)),
  ).toMatchFileSnapshot('listed-texts.txt');
});
