import { expect, test } from 'vitest';
import { momentText } from '#client/ui/display/moment-text.ts';
import { linesOf } from '#client/testing/lines.ts';
import { AREA_TEXT, areasText, expiryText, SCOPE_LABEL, usageText } from './api-key-text.ts';

const AT = '2026-11-20T09:30:00.000Z';
const AT_TEXT = momentText(AT);

test.each([
  [null, null, 'Never used'],
  [AT, null, `Last used ${AT_TEXT}`],
  [AT, '192.0.2.1', `Last used ${AT_TEXT} from 192.0.2.1`],
])('a key that was used at %s from %s says so', (last_used_at, last_used_from, text) => {
  expect(usageText({ last_used_at, last_used_from })).toBe(text);
});

test.each([
  [null, false, 'Does not expire'],
  [AT, false, 'Expires 11-20-2026'],
  [AT, true, 'Expired 11-20-2026'],
])('a key that expires at %s says so', (expires_at, expired, text) => {
  expect(expiryText({ expires_at, expired })).toBe(text);
});

test('scopes and areas have their texts', async () => {
  await expect(linesOf({ SCOPE_LABEL, AREA_TEXT })).toMatchFileSnapshot('listed-texts.txt');
});

test('a key says what it is limited to', () => {
  const limited = [[], ['voices'], ['campaigns', 'voices']] as const;
  expect(limited.map((areas) => areasText({ areas: [...areas] }))).toEqual([
    ...['', 'Only Voices', 'Only Campaigns, Voices'],
  ]);
});
