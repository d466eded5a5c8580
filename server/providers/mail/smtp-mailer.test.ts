import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSmtpMailer } from './smtp-mailer.ts';

const MAIL = { to: 'ann@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

let server: SMTPServer;
let mailer: ReturnType<typeof createSmtpMailer>;
const received: string[] = [];

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      text(stream).then((mail) => {
        received.push(mail);
        done();
      }, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${String(port)}`, from: 'Hark <hello@hark.example>' });
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
