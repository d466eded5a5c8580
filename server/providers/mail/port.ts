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
