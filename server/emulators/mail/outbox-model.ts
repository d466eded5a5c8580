import mongoose, { type Connection, type Model } from 'mongoose';

/** A mail received by the local SMTP server. */
export interface OutboxMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  at: Date;
}

export type OutboxModel = Model<OutboxMail>;

/** The `local_outbox` collection. */
export function createOutboxModel(connection: Connection): OutboxModel {
  const schema = new mongoose.Schema<OutboxMail>(
    {
      to: { type: String, required: true },
      subject: { type: String, default: '' },
      text: { type: String, default: '' },
      html: { type: String, default: '' },
      links: { type: [String], required: true },
      at: { type: Date, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ at: -1, _id: -1 });
  return connection.model<OutboxMail>('OutboxMail', schema, 'local_outbox');
}

/** Returns the distinct links of a mail in order of appearance. */
export function linksOf(text: string, html: string): string[] {
  const inText = text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
  const inHtml = Array.from(html.matchAll(/href="(https?:[^"]+)"/g), ([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  );
  return [...new Set([...inText, ...inHtml])];
}
