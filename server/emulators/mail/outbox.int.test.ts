import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '#server/platform/lib/log.ts';
import { ProviderUnavailable, ProviderRejected } from '#server/providers/errors.ts';
import { createSmtpMailer } from '#server/providers/mail/smtp-mailer.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { startLocalOutbox, type LocalOutbox } from './outbox.ts';

const FROM = 'Hark <hello@hark.example>';
const MAIL = {
  to: 'ann@example.com',
  subject: 'Grüße – “verify” 😀',
  text: `Línk:\nhttps://hark.example/x?a=1&b=${'2'.repeat(90)}\n`,
  html: '<p>Línk <a href="https://hark.example/y?c=1&amp;d=2">y</a></p>',
};

describe('the local outbox', () => {
  const clock = createTestClock(new Date('2026-01-02T03:04:05Z'));
  let database: TestDatabase;
  let outbox: LocalOutbox;
  let mailer: ReturnType<typeof createSmtpMailer>;
  let server: Server;
  let url: string;

  beforeAll(async () => {
    database = await testDatabase();
    outbox = await startLocalOutbox({ connection: database.connection, clock, log: createLogger('silent') });
    mailer = createSmtpMailer({ url: outbox.smtpUrl, from: FROM });
    server = createServer(express().get('/local/outbox', outbox.handler)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/local/outbox`;
  });
  beforeEach(() => outbox.models[0].deleteMany());
  afterAll(async () => {
    mailer.close();
    await outbox.close();
    server.close();
    await database.stop();
  });

  test('a recipient with separators in it is never split into several addresses', async () => {
    for (const to of [
      'ann,bob@example.com',
      'ann<bob@example.com',
      'ann;bob@example.com',
      'ann(x)bob@example.com',
    ]) {
      await mailer.send({ ...MAIL, to }).catch(() => undefined);
      const kept = await outbox.models[0].find().lean();
      expect([to, kept.map((mail) => mail.to).filter((address) => address === 'bob@example.com')]).toEqual([
        to,
        [],
      ]);
    }
  });

  test('stores exactly what the SMTP mailer sends', async () => {
    await mailer.send(MAIL);
    const [mail] = (await (await fetch(url)).json()) as unknown[];
    expect(mail).toEqual({
      to: MAIL.to,
      subject: MAIL.subject,
      text: MAIL.text.trimEnd(),
      html: expect.stringContaining(MAIL.html) as unknown,
      links: [`https://hark.example/x?a=1&b=${'2'.repeat(90)}`, 'https://hark.example/y?c=1&d=2'],
      at: '2026-01-02T03:04:05.000Z',
    });
  });

  test('returns the newest mail first', async () => {
    await mailer.send({ ...MAIL, subject: 'first' });
    clock.advance(1);
    await mailer.send({ ...MAIL, subject: 'second' });
    const mails = (await (await fetch(url)).json()) as { subject: string }[];
    expect(mails.map(({ subject }) => subject)).toEqual(['second', 'first']);
  });

  test('shows a browser a page that runs no script of a mail', async () => {
    await mailer.send({ ...MAIL, subject: '<script>alert(1)</script>', html: '<script>alert(2)</script>' });
    const response = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).not.toContain('<script');
  });

  test('the mailer distinguishes retryable from permanent errors', async () => {
    const unreachable = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: FROM });
    await expect(unreachable.send(MAIL)).rejects.toBeInstanceOf(ProviderUnavailable);
    unreachable.close();
    const tooLarge = mailer.send({ ...MAIL, text: 'x'.repeat(6 * 1024 * 1024) });
    await expect(tooLarge).rejects.toBeInstanceOf(ProviderRejected);
  });
});
