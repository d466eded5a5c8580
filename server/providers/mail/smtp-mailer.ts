import { createTransport } from 'nodemailer';
import { ProviderRejected, ProviderUnavailable } from '../errors.ts';
import type { Mailer } from './port.ts';

const TIMEOUT_MS = 10_000;

/** The fields of a nodemailer error. */
interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
}

/** Creates a mailer for the SMTP server at `url` (`smtp://` or `smtps://`, with credentials if needed). */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer & { close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'hark';
  return {
    async send(mail) {
      const { id, ...content } = mail;
      try {
        // An object, because nodemailer parses a string as a list of addresses.
        await transport.sendMail({
          ...content,
          to: { name: '', address: mail.to },
          from,
          ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
        });
      } catch (error) {
        throw asProviderError(error as SmtpError);
      }
    },
    close: () => {
      transport.close();
    },
  };
}

/** 5xx replies are final (no such mailbox, refused content); others may succeed later. */
function asProviderError(error: SmtpError): ProviderRejected | ProviderUnavailable {
  const vendorCode = String(error.responseCode ?? error.code ?? '');
  const final = error.responseCode !== undefined && error.responseCode >= 500;
  return new (final ? ProviderRejected : ProviderUnavailable)(error.message, vendorCode, { cause: error });
}
