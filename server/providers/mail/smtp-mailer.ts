import { createTransport } from 'nodemailer';
import { ProviderAccountFault, ProviderRejected, ProviderUnavailable } from '../errors.ts';
import type { Mailer } from './port.ts';

const TIMEOUT_MS = 10_000;

/** The fields of a nodemailer error. */
interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  /** What the server answered to: an SMTP command, or `CONN` for its greeting. */
  command?: string;
}

/** The parameter of `SMTP_URL` that allows a password to be sent without TLS. */
const PLAIN_AUTH = 'allowPlainAuth';

/**
 * Creates a mailer for the SMTP server at `url` (`smtp://` or `smtps://`, with credentials if needed). By `smtp://` a
 * password is sent only after STARTTLS, unless `?allowPlainAuth=1` says otherwise, for a relay on the same machine.
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer & { close(): void } {
  const transport = createTransport({
    ...connectionOf(url),
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

function connectionOf(url: string): { url: string; requireTLS: boolean } {
  const server = new URL(url);
  const allowed = ['1', 'true'].includes(server.searchParams.get(PLAIN_AUTH) ?? '');
  server.searchParams.delete(PLAIN_AUTH);
  const hasPassword = server.username !== '' || server.password !== '';
  return { url: server.href, requireTLS: server.protocol === 'smtp:' && hasPassword && !allowed };
}

/** The commands whose 5xx reply is about the recipient or the text of a mail. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];
/** Replies about our account and the session, whatever they answer to (RFC 4954, RFC 3207). */
const ABOUT_US = [530, 534, 535, 538];

/** A refusal of the recipient or the text is final. All others are faults of the operator or pass: the mail can be sent later. */
function asProviderError(error: SmtpError): ProviderRejected | ProviderUnavailable {
  const { responseCode = 0, command = '' } = error;
  const vendorCode = String(error.responseCode ?? error.code ?? '');
  const final = responseCode >= 500 && ABOUT_THE_MAIL.includes(command) && !ABOUT_US.includes(responseCode);
  if (final) return new ProviderRejected(error.message, vendorCode, { cause: error });
  return responseCode >= 500
    ? new ProviderAccountFault('The mail server does not take our mails.', vendorCode, { cause: error })
    : new ProviderUnavailable(error.message, vendorCode, { cause: error });
}
