import { createTransport } from 'nodemailer';
import { ProviderAccountFault, ProviderRejected, ProviderUnavailable } from '../errors.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/time-units.ts';
import { SEND_LIMIT_MS, type Mailer } from './port.ts';

/** A server that gives up on silence here has not read the mail yet; one that is slow later may have accepted it. */
const CONNECT_MS = 30 * SECOND_MS;
const SILENCE_MS = 10 * MINUTE_MS;
/** Shorter than any firewall forgets a connection, so that no mail is written to one that has gone. */
const IDLE_MS = 30 * SECOND_MS;

/** The fields of a nodemailer error. */
interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  /** The whole reply. */
  response?: string;
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
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    idleTimeout: IDLE_MS,
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
          signal: AbortSignal.timeout(SEND_LIMIT_MS),
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

/** The commands whose 5xx reply may be about the recipient or the text of a mail. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];
/** Replies about our account and the session, whatever they answer to (RFC 4954, RFC 3207). */
const ABOUT_US = [530, 534, 535, 538];
/** Enhanced codes (RFC 3463, RFC 7505) for no such mailbox or domain, a full or closed one, a mail too large or not readable. */
const FINAL_CODES = /^5\.(1\.([0-6]|10)|2\.[1-3]|3\.4|6\.\d+)$/;
/** What relays say of who sends, whatever the code, and without one where they take no more from us. */
const OF_THE_SENDER = /\b(sender|sending|send ?as|submission|throttl)/i;
const OF_OUR_ACCOUNT = /\b(limit|quota|rate|relay|too many|only \d+|verified|authenti|suspend|blocked)/i;
const OF_THE_SIZE = /\b(size|too (large|big))\b/i;

/**
 * A refusal of the recipient is final. All others are faults of the operator or pass: the mail can be sent later. Relays
 * answer in the same places when the account has reached its limit, and a policy (5.7) is about who sends.
 */
function asProviderError(error: SmtpError): ProviderRejected | ProviderUnavailable {
  const { responseCode = 0, command = '' } = error;
  const vendorCode = String(error.responseCode ?? error.code ?? '');
  if (responseCode < 500) return new ProviderUnavailable(error.message, vendorCode, { cause: error });
  const mayBeFinal = ABOUT_THE_MAIL.includes(command) && !ABOUT_US.includes(responseCode);
  return mayBeFinal && isAboutTheMail(error)
    ? new ProviderRejected(error.message, vendorCode, { cause: error })
    : new ProviderAccountFault('The mail server does not take our mails.', vendorCode, { cause: error });
}

function isAboutTheMail({ response = '' }: SmtpError): boolean {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  // Servers repeat the address of the recipient, whose words say nothing.
  const said = response.replace(/<[^>]*>|\S+@\S+/g, '');
  if (OF_THE_SENDER.test(said)) return false;
  if (enhanced !== undefined) return FINAL_CODES.test(enhanced);
  return OF_THE_SIZE.test(said) || !OF_OUR_ACCOUNT.test(said);
}
