export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends mail. Rejects with `ProviderUnavailable` or `ProviderRejected`. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
