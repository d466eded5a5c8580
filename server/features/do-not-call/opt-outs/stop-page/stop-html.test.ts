import { expect, test } from 'vitest';
import { refusedPage, stopForm, stoppedPage, unknownBusinessPage } from './stop-html.ts';

/** What a page says, without its markup. */
const textOf = (html: string) =>
  (/<main>(.*)<\/main>/s.exec(html)?.[1] ?? '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];
const inputOf = (html: string) => /<input [^>]*>/.exec(html)?.[0] ?? '';

test('the form names the business and asks for a number, which it sends to its own address', () => {
  const html = stopForm('A & B');
  expect(titleOf(html)).toBe('Stop voicemails from A &amp; B');
  expect(textOf(html)).toBe(
    'Stop voicemails from A &amp; B Enter your phone number, and A &amp; B will not send you voicemails any more. ' +
      'Phone number US or Canada, for example (202) 555-0143 Stop Voicemails',
  );
  expect(html).toContain('<form method="post">');
  expect(html).toContain('<label for="phone">');
  expect(inputOf(html)).toMatch(/ id="phone" name="phone" type="tel" .*value="" aria-describedby="hint">$/);
});

test('a form with an error says so in its title and at its field, and keeps what was entered', () => {
  const html = stopForm('A & B', { phone: '"9', error: 'Too <short>' });
  expect(titleOf(html)).toBe('Error: Stop voicemails from A &amp; B');
  expect(html).toContain('<p class="error" id="error">Too &lt;short&gt;</p>');
  expect(inputOf(html)).toMatch(
    / value="&quot;9" aria-describedby="error hint" aria-invalid="true" autofocus>$/,
  );
});

test('the other pages say what happened and what to do', () => {
  const stopped = stoppedPage('A & B', '12025550143');
  expect(titleOf(stopped)).toBe('No more voicemails from A &amp; B');
  expect(textOf(stopped)).toBe(
    'No more voicemails from A &amp; B +1 (202) 555-0143 is now on the do-not-call list of A &amp; B. ' +
      'A voicemail that was handed to the phone company before may still arrive. Enter another number',
  );
  expect([titleOf(unknownBusinessPage()), textOf(unknownBusinessPage())]).toEqual([
    'Page not found',
    'Page not found Please check the address. It belongs to no business that sends voicemails with Hark.',
  ]);
  const refused = refusedPage('Wait <a bit>');
  expect([titleOf(refused), textOf(refused)]).toEqual([
    'Please try again later',
    'Please try again later Wait &lt;a bit&gt; Back',
  ]);
  expect(refused).toContain('role="alert"');
  for (const html of [stopped, unknownBusinessPage(), refused, stopForm('A')])
    expect(html).toContain('<meta name="robots" content="noindex">');
});
