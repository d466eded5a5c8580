import { MINUTE_MS } from '#shared/time-units.ts';

/** Within this, `send` ends. A server may take ten minutes to accept a mail that it has read (RFC 5321, 4.5.3.2.6). */
export const SEND_LIMIT_MS = 12 * MINUTE_MS;
/** How long a process has a mail to itself that it sends: another one must not send it meanwhile. */
export const MAIL_LEASE_MS = SEND_LIMIT_MS + 3 * MINUTE_MS;

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A stable message id for a mail that may be sent again: mailboxes show duplicates once. */
  id?: string;
}

/** Sends mail. Rejects with `ProviderUnavailable` or `ProviderRejected`. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
