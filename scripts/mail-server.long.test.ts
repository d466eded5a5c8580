import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { createSmtpMailer } from '#server/providers/mail/smtp-mailer.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { startExim, type MailServer } from '#server/testing/mail/exim.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { prepareRoot } from './lib/debian/debian-packages.mjs';

const MAIL = { to: 'ann@example.com', text: 'Hello', html: '<p>Hello</p>' };

let database: TestDatabase;
let server: MailServer | undefined;
let reason = '';

beforeAll(async () => {
  database = await testDatabase();
  server = await startExim(prepareRoot).catch((error: unknown) => {
    reason = String(error);
    return undefined;
  });
}, 300_000);
afterAll(async () => {
  server?.stop();
  await database.stop();
});

/** A mailer with a password and a certificate that nobody has signed. */
function mailerOf(scheme: 'smtp' | 'smtps', port: number, query = '?tls.rejectUnauthorized=false') {
  const url = `${scheme}://hark:first@127.0.0.1:${String(port)}${query}`;
  return createSmtpMailer({ url, from: 'Hark <hello@hark.example>' });
}

test('mails written while the password is wrong arrive once, in both forms of TLS', async ({ skip }) => {
  if (server === undefined) return skip(reason);
  const mailers = [mailerOf('smtp', server.port), mailerOf('smtps', server.tlsPort)];
  const clock = createTestClock();
  await server.setPassword('rotated');
  for (const [n, mailer] of mailers.entries()) {
    const { mails } = composeTestFeatures(database.connection.useDb(`mails-${String(n)}`), {
      clock,
      providers: { mailer },
    });
    await createIndexes(mails);
    await server.setPassword('rotated');
    for (const subject of ['One', 'Two', 'Three'])
      await mails.mailer.send({ ...MAIL, subject: `${subject} ${String(n)}` });
    clock.advance(5 * MINUTE_MS);
    await mails.sweep();
    expect(await server.subjects()).toHaveLength(3 * n);
    await server.setPassword('first');
    for (let sweep = 0; sweep < 3; sweep += 1) {
      clock.advance(5 * MINUTE_MS);
      await mails.sweep();
    }
    expect(await server.subjects()).toHaveLength(3 * n + 3);
  }
  expect(await server.subjects()).toEqual(['One 0', 'One 1', 'Three 0', 'Three 1', 'Two 0', 'Two 1']);
  for (const mailer of mailers) mailer.close();
});

test('a recipient is refused for good, and a certificate that cannot be checked is not', async ({ skip }) => {
  if (server === undefined) return skip(reason);
  const trusting = mailerOf('smtp', server.port);
  const nobody = trusting.send({ ...MAIL, subject: 'Nobody', to: 'nobody@example.com' });
  await expect(nobody).rejects.toBeInstanceOf(ProviderRejected);
  const strict = mailerOf('smtp', server.port, '');
  await expect(strict.send({ ...MAIL, subject: 'Strict' })).rejects.toBeInstanceOf(ProviderUnavailable);
  expect(await server.subjects()).not.toContain('Strict');
  for (const mailer of [trusting, strict]) mailer.close();
});
