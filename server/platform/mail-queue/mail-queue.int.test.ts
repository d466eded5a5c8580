import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createConnection, type Connection } from 'mongoose';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import { NO_METRICS, type Metrics } from '#server/platform/lib/observability/metrics.ts';
import { NO_TRACING } from '#server/platform/lib/observability/tracing.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { createSecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import { deriveSecrets } from '#server/platform/lib/secrets/secrets.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import { SEND_LIMIT_MS, type Mailer } from '#server/providers/mail/port.ts';
import { createSmtpMailer } from '#server/providers/mail/smtp-mailer.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { createMailQueue } from './mail-queue.ts';

const MAIL = { to: 'ann@example.com', subject: 'Reset your password', text: 'secret-link', html: '<p>x</p>' };

let database: TestDatabase;
let server: SMTPServer;
let mailer: ReturnType<typeof createSmtpMailer>;
let newMailer: () => typeof mailer;
let password = 'first';
/** Until then the server does not accept what it has read. */
let accepting: Promise<void> = Promise.resolve();
const received: string[] = [];
const clock = createTestClock();

beforeAll(async () => {
  database = await testDatabase();
  server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth(given, _session, done) {
      if (given.password === password) done(null, { user: given.username });
      else done(Object.assign(new Error('Authentication credentials invalid'), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('nobody')) done(Object.assign(new Error('No such user'), { responseCode: 550 }));
      else done();
    },
    onData(stream, _session, done) {
      text(stream).then(async (mail) => {
        received.push(mail);
        await accepting;
        done();
      }, done);
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://hark:first@127.0.0.1:${String(port)}?allowPlainAuth=1`;
  newMailer = () => createSmtpMailer({ url, from: 'Hark <hello@hark.example>' });
  await createIndexes(await queue(newMailer()));
});
afterEach(() => {
  mailer.close();
});
afterAll(async () => {
  await new Promise<void>((resolve) => {
    server.close(resolve);
  });
  await Promise.all(connections.map((connection) => connection.close()));
  await database.stop();
});
beforeEach(async () => {
  password = 'first';
  accepting = Promise.resolve();
  received.length = 0;
  // One that is signed in already would go on.
  mailer = newMailer();
  await stored().deleteMany({});
});

const connections: Connection[] = [];
/** The mail queue of a process, with its own connection. */
async function queue(through: Mailer = mailer, metrics: Metrics = NO_METRICS) {
  const connection = await createConnection(database.uri).asPromise();
  connections.push(connection);
  const instruments = { active: true, metrics, tracing: NO_TRACING };
  return composeTestFeatures(connection, { clock, providers: { mailer: through }, instruments }).mails;
}
const stored = () => database.connection.collection('queued_mails');
const subjects = () => received.map((mail) => /^subject: (.*)\r$/im.exec(mail)?.[1]);

test('mails of an hour with a wrong password arrive once, after it is corrected', async () => {
  password = 'rotated';
  const [one, other] = [await queue(), await queue()];
  for (let n = 1; n <= 6; n += 1) {
    await (n % 2 === 0 ? one : other).mailer.send({ ...MAIL, subject: `Mail ${String(n)}` });
    clock.advance(10 * MINUTE_MS);
    await Promise.all([one.sweep(), other.sweep()]);
  }
  expect(received).toEqual([]);
  expect(JSON.stringify(await stored().find().toArray())).not.toMatch(/secret-link|ann@|Mail/);
  password = 'first';
  clock.advance(2 * MINUTE_MS);
  await Promise.all([one.sweep(), other.sweep()]);
  clock.advance(HOUR_MS);
  await Promise.all([one.sweep(), other.sweep()]);
  expect(subjects().sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Mail ${String(n)}`));
  expect(await stored().countDocuments()).toBe(0);
});

test('a mail that is taken at once is sent once and not kept', async () => {
  await (await queue()).mailer.send(MAIL);
  clock.advance(HOUR_MS);
  await (await queue()).sweep();
  expect(subjects()).toEqual([MAIL.subject]);
  expect(await stored().countDocuments()).toBe(0);
});

test('a recipient that is refused is final', async () => {
  const sending = (await queue()).mailer.send({ ...MAIL, to: 'nobody@example.com' });
  await expect(sending).rejects.toBeInstanceOf(ProviderRejected);
  expect(await stored().countDocuments()).toBe(0);
});

test('a mail whose process dies is sent by another, under the same message id if it had been taken', async () => {
  const never: Mailer = { send: () => new Promise(() => undefined) };
  void (await queue(never)).mailer.send(MAIL);
  const taken: Mailer = { send: (mail) => mailer.send(mail).then(() => new Promise(() => undefined)) };
  void (await queue(taken)).mailer.send({ ...MAIL, subject: 'Taken' });
  await vi.waitFor(() => {
    expect(subjects()).toEqual(['Taken']);
  });
  clock.advance(HOUR_MS);
  await (await queue()).sweep();
  expect(subjects().sort()).toEqual([MAIL.subject, 'Taken', 'Taken'].sort());
  const ids = received.map((mail) => /^message-id: *(\S+)/im.exec(mail)?.[1]);
  expect(new Set(ids).size).toBe(2);
});

test('a mail that waits already is kept once when its sender, who had died, sends it again', async () => {
  const never: Mailer = { send: () => new Promise(() => undefined) };
  const mail = { ...MAIL, id: 'billing-1' };
  void (await queue(never)).mailer.send(mail);
  await vi.waitFor(async () => {
    expect(await stored().countDocuments()).toBe(1);
  });
  const other = await queue();
  await other.mailer.send(mail);
  expect(received).toEqual([]);
  clock.advance(HOUR_MS);
  await other.sweep();
  expect(subjects()).toEqual([MAIL.subject]);
});

test('a mail is given up after a day, and an operator sees how long mails wait', async () => {
  const reads: (() => Promise<{ value: number }[]>)[] = [];
  const metrics: Metrics = { ...NO_METRICS, read: (_name, read) => void reads.push(read) };
  password = 'rotated';
  const { mailer: kept, sweep } = await queue(mailer, metrics);
  await kept.send(MAIL);
  clock.advance(DAY_MS - MINUTE_MS);
  await sweep();
  expect(await reads[0]?.()).toEqual([{ labels: {}, value: (DAY_MS - MINUTE_MS) / 1_000 }]);
  clock.advance(HOUR_MS);
  await sweep();
  expect(await reads[0]?.()).toEqual([{ labels: {}, value: 0 }]);
  expect(received).toEqual([]);
});

test('a mail that is refused for good when it is tried again does not hold up the others', async () => {
  const never: Mailer = { send: () => new Promise(() => undefined) };
  const waiting = await queue(never);
  for (const to of ['nobody@example.com', MAIL.to]) {
    void waiting.mailer.send({ ...MAIL, to });
    clock.advance(1);
  }
  await vi.waitFor(async () => {
    expect(await stored().countDocuments()).toBe(2);
  });
  clock.advance(HOUR_MS);
  await (await queue()).sweep();
  expect(subjects()).toEqual([MAIL.subject]);
  expect(await stored().countDocuments()).toBe(0);
});

test('a mail that a server refuses all day is tried at growing intervals', async () => {
  password = 'rotated';
  let tries = 0;
  const counting: Mailer = { send: (mail) => ((tries += 1), mailer.send(mail)) };
  const { mailer: kept, sweep } = await queue(counting);
  await kept.send(MAIL);
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    clock.advance(MINUTE_MS);
    await sweep();
  }
  expect(tries).toBeGreaterThan(24);
  expect(tries).toBeLessThan(60);
});

test('a mail that the server takes minutes to accept is sent once, and its sender does not wait for it', async () => {
  const { promise, resolve } = deferred();
  accepting = promise;
  const { connection } = database;
  const secretBox = createSecretBox(deriveSecrets(['a secret for tests'], 'queued mails'));
  const process = { connection, clock, log: createLogger('silent'), metrics: NO_METRICS, mailer, secretBox };
  const [one, other] = [createMailQueue({ ...process, answerMs: 0 }), createMailQueue(process)];
  await one.mailer.send(MAIL);
  await vi.waitFor(() => {
    expect(received).toHaveLength(1);
  });
  clock.advance(SEND_LIMIT_MS);
  await other.sweep();
  expect(await stored().countDocuments()).toBe(1);
  resolve();
  await vi.waitFor(async () => {
    expect(await stored().countDocuments()).toBe(0);
  });
  expect(subjects()).toEqual([MAIL.subject]);
});
