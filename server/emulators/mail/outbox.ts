import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { RequestHandler } from 'express';
import type { Connection } from 'mongoose';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { createOutboxModel, linksOf, type OutboxModel } from './outbox-model.ts';
import { createOutboxHandler } from './outbox-page.ts';

const MAX_MAIL_BYTES = 5 * 1024 * 1024;

/** A local SMTP server that stores mail for `GET /local/outbox` instead of delivering it. */
export interface LocalOutbox {
  /** Connection URL for the SMTP mailer. */
  smtpUrl: string;
  handler: RequestHandler;
  models: [OutboxModel];
  close(): Promise<void>;
}

/** Starts the SMTP server on a free loopback port. A mail is acknowledged once it is stored. */
export async function startLocalOutbox(options: {
  connection: Connection;
  clock: Clock;
  log: Logger;
}): Promise<LocalOutbox> {
  const model = createOutboxModel(options.connection);
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(', ');
      storeMail(model, options.clock, to, stream).then(() => {
        done();
      }, done);
    },
  });
  server.on('error', (err) => {
    options.log.warn({ err }, 'local mail server');
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${String(port)}`,
    handler: createOutboxHandler(model),
    models: [model],
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

async function storeMail(
  model: OutboxModel,
  clock: Clock,
  to: string,
  stream: SMTPServerDataStream,
): Promise<void> {
  const source = await buffer(stream);
  if (stream.sizeExceeded) throw Object.assign(new Error('The mail is too large'), { responseCode: 552 });
  const { subject = '', text = '', html = '' } = await PostalMime.parse(source);
  await model.create({
    to,
    subject,
    text: text.trimEnd(),
    html,
    links: linksOf(text, html),
    at: clock.now(),
  });
}
