import { once } from 'node:events';
import { Socket, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { SEND_LIMIT_MS } from './port.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const MAIL = { to: 'ann@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

let server: SMTPServer;
let mailer: ReturnType<typeof createSmtpMailer>;
const received: string[] = [];
/** Until then the server does not accept what it has read. */
let accepting: Promise<void> = Promise.resolve();

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      text(stream)
        .then((mail) => {
          received.push(mail);
          return accepting;
        })
        .then(() => {
          done();
        }, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${String(port)}`, from: 'Hark <hello@hark.example>' });
});

afterEach(() => {
  accepting = Promise.resolve();
  vi.restoreAllMocks();
});
afterAll(async () => {
  mailer.close();
  await new Promise<void>((resolve) => {
    server.close(resolve);
  });
});

it('a mail that may be sent again carries the same message id each time', async () => {
  await mailer.send({ ...MAIL, id: 'notice-1' });
  await mailer.send({ ...MAIL, id: 'notice-1' });
  await mailer.send(MAIL);
  const ids = received.map((mail) => /^message-id: *(\S+)/im.exec(mail)?.[1]);
  expect(ids.slice(0, 2)).toEqual(['<notice-1@hark.example>', '<notice-1@hark.example>']);
  expect(ids[2]).toMatch(/^<[^<>]+@[^<>]+>$/);
  expect(ids[2]).not.toBe(ids[0]);
});

it('a subject or an address with line breaks adds no header and no recipient', async () => {
  const added = '\r\nBcc: eve@example.com\r\nX-Added: 1\r\n\r\nBody';
  received.length = 0;
  await mailer.send({ ...MAIL, subject: `Hello${added}` });
  await mailer.send({ ...MAIL, to: `ann@example.com${added}` }).catch(() => undefined);
  expect(received.length).toBeGreaterThan(0);
  for (const mail of received) {
    const [head = ''] = mail.split('\r\n\r\n');
    expect(head).not.toMatch(/^(bcc|x-added):/im);
  }
});

it('a server may think for ten minutes about a mail that it has read (RFC 5321, 4.5.3.2.6)', async () => {
  const silence = vi.spyOn(Socket.prototype, 'setTimeout');
  await mailer.send(MAIL);
  const { port } = server.server.address() as AddressInfo;
  const isOurs = (n: number) => (silence.mock.contexts[n] as Socket).remotePort === port;
  const allowed = silence.mock.calls.flatMap(([ms], n) => (ms > 0 && isOurs(n) ? [ms] : []));
  // The last one holds from the greeting on.
  expect(allowed.at(-1)).toBeGreaterThanOrEqual(10 * MINUTE_MS);
  expect(SEND_LIMIT_MS).toBeGreaterThanOrEqual(10 * MINUTE_MS);
});

it('an attempt ends, whatever the server does, and can be made again', async () => {
  const { promise, resolve } = deferred();
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  accepting = promise;
  received.length = 0;
  const sending = mailer.send(MAIL);
  await vi.waitFor(() => {
    expect(received).toHaveLength(1);
  });
  limit.abort();
  await expect(sending).rejects.toBeInstanceOf(ProviderUnavailable);
  expect(timeout).toHaveBeenCalledWith(SEND_LIMIT_MS);
  resolve();
});
