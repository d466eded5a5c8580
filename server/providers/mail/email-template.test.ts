import { expect, test } from 'vitest';
import { renderEmail } from './email-template.ts';

test('an email has the same content in text and HTML, and names cannot inject markup', () => {
  const mail = renderEmail('a@example.com', {
    subject: 'Hello',
    greeting: 'Hello <b>"Ann" & Bob</b>,',
    paragraphs: ['One.', 'Two.'],
    action: { label: 'Open', url: 'https://hark.example/?a=1&b=2' },
    closing: 'Bye.',
  });
  expect(mail.to).toBe('a@example.com');
  expect(mail.text).toBe(
    'Hello <b>"Ann" & Bob</b>,\n\nOne.\n\nTwo.\n\nOpen:\nhttps://hark.example/?a=1&b=2\n\nBye.\n\nHark',
  );
  expect(mail.html).toContain('Hello &lt;b&gt;&quot;Ann&quot; &amp; Bob&lt;/b&gt;,');
  expect(mail.html).toContain('href="https://hark.example/?a=1&amp;b=2"');
  const link = 'https://hark.example/?a=1&amp;b=2';
  expect(mail.html).toContain(`>${link}</a>`);
  for (const text of ['One.', 'Two.', 'Open', 'Bye.']) expect(mail.html).toContain(`>${text}<`);
  expect(mail.html).not.toMatch(/<b>|<script|src=|url\(/);
});
