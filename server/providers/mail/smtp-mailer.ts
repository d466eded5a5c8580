import { createTransport } from 'nodemailer';
import { ProviderRejected, ProviderUnavailable } from '../errors.ts';
import type { Mailer } from './port.ts';

const TIMEOUT_MS = 10_000;

/** What nodemailer's errors carry. */
interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
}

/** Sends mail through the SMTP server at `url` (`smtp://` or `smtps://`, with user and password where needed). */
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
        // As an object: a text would be read as a list of addresses, and one of them may be somebody else's.
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

/** An answer of 5xx is final (no such mailbox, refused content); anything else may pass later. */
function asProviderError(error: SmtpError): ProviderRejected | ProviderUnavailable {
  const vendorCode = String(error.responseCode ?? error.code ?? '');
  const final = error.responseCode !== undefined && error.responseCode >= 500;
  return new (final ? ProviderRejected : ProviderUnavailable)(error.message, vendorCode, { cause: error });
}
