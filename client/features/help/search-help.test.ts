import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from '#client/testing/lines.ts';
import { HELP_TOPICS } from './help-topics.ts';
import { searchHelp } from './search-help.ts';

const found = (text: string) => searchHelp(text).map(({ href }) => href);

test.each([
  ['mailbox full', '/help/failed-calls#what-do-the-reasons-mean'],
  ['Webhook', '/help/api#how-does-my-program-learn-what-happened'],
  ['time zone', '/help/calling-hours#how-does-hark-know-where-somebody-is'],
  ['opt-out', '/help/consent#how-do-people-stop-my-calls'],
  ['xlsx', '/help/files#which-files-can-i-upload'],
  ['MP3', '/help/voices#which-files-can-i-upload'],
  ['refund', '/help/credits#are-credits-refunded'],
  ['can i edit', '/help/campaignFaq#can-i-edit-a-scheduled-campaign'],
])('%s leads to %s', (text, href) => {
  expect(found(text)).toContain(href);
});

test('the heading counts more than other words', () => {
  expect(found('retry')).toEqual([
    '/help/failed-calls#can-i-call-again',
    '/help/api#what-if-a-request-is-repeated',
  ]);
  expect(found('cancel')[0]).toBe('/help/subscription#how-do-i-cancel');
});

test.each(['', '  ', '…', 'qwertz'])('%j finds nothing', (text) => {
  expect(found(text)).toEqual([]);
});

test('every section is found by its own heading, and any text is read', () => {
  for (const { title, sections } of HELP_TOPICS)
    for (const [heading] of sections)
      expect(searchHelp(`${title} ${heading}`)).toContainEqual(expect.objectContaining({ title: heading }));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(searchHelp(text).length).toBeLessThan(100);
    }),
  );
});

test('articles and sections are as listed, with the words that people look for', async () => {
  await expect(linesOf(HELP_TOPICS)).toMatchFileSnapshot('listed-topics.txt');
});
