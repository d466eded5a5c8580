export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stays the same when a mail may be sent again: mailboxes show what has one id once. */
  id?: string;
}

/** Sends mail. Rejects with `ProviderUnavailable` or `ProviderRejected`. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
