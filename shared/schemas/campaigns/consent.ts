import { z } from 'zod';
import { utcDay } from '#shared/drop-schedule.ts';
import { HOUR_MS } from '#shared/time-units.ts';
import { CONSENT_BASES, consentStatement, namedBasis } from '#shared/calling/consent-basis.ts';
import { isPlainText } from '#shared/messages/plain-text.ts';
import { visible, visibleName } from '#shared/contacts/visible-text.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

const MAX_TEXT = 300;
/** The latest time zone is 14 hours ahead of UTC: there it is tomorrow already. */
const LATEST_ZONE_MS = 14 * HOUR_MS;

const text = (required: string) =>
  z
    .string({ error: required })
    .overwrite(visibleName)
    .trim()
    .min(1, required)
    .max(MAX_TEXT, `At most ${String(MAX_TEXT)} characters`)
    .refine(isPlainText, 'Please leave out control characters');

const DATE_NEEDED = 'Please give the date on which consent was obtained, such as 2026-05-01';
const obtainedAt = z
  .string({ error: DATE_NEEDED })
  .overwrite(visible)
  .trim()
  .transform((value) => value.slice(0, 10))
  .pipe(z.iso.date(DATE_NEEDED))
  .refine((value) => value >= '1970-01-01', DATE_NEEDED);

/** Why, since when and by which evidence people may be called, as given. A basis that is not known is own words. */
export const consentInput = z
  .strictObject({
    basis: text('Please say why these people may be called').describe(
      'written_consent, existing_customer, emergency, or another purpose in your own words',
    ),
    own_words: text('Please describe the purpose')
      .nullish()
      .describe('The purpose, where `basis` is `other`'),
    obtained_at: obtainedAt.describe('The date on which consent was obtained, for example 2026-05-01'),
    source: text('Please say where consent was obtained').describe(
      'Where consent was obtained, for example "Order form on example.com"',
    ),
  })
  .transform(({ basis, own_words, obtained_at, source }, context) => {
    const found = namedBasis(basis) ?? 'other';
    const words = namedBasis(basis) === undefined ? basis : (own_words ?? null);
    if (found === 'other' && words === null) {
      const message = 'Please describe the purpose in your own words';
      context.addIssue({ code: 'custom', path: ['basis'], message });
      return z.NEVER;
    }
    return { basis: found, own_words: found === 'other' ? words : null, obtained_at, source };
  })
  .describe(`Whoever gives it confirms: ${consentStatement()}`);

/** Why, since when and by which evidence people may be called. */
export const consentSchema = z.object({
  basis: z.enum(CONSENT_BASES),
  own_words: z.string().nullable().describe('The purpose in own words, where `basis` is `other`'),
  obtained_at: z.string().describe('Date, for example 2026-05-01'),
  source: z.string(),
});
export type Consent = z.infer<typeof consentSchema>;

/** The consent of a list. */
export const listConsent = consentInput
  .nullish()
  .describe(
    `Why the people on the list may be called; missing: the consent of the calling profile. ${consentInput.description ?? ''}`,
  );

/** The consent of one list of a campaign, as it was given. */
export const consentRecordSchema = consentSchema.extend({
  id: z.string(),
  campaign_id: z.string(),
  by_default: z
    .boolean()
    .describe('Whether the consent of the calling profile was used, as the list named none'),
  statement_version: z.string(),
  statement: z.string().describe('What was confirmed with it'),
  given_at: isoTime.describe('ISO time at which the list was added'),
  network: z.string().describe('The IPv4 address or IPv6 /64 it was given from'),
  via_api_key: z.boolean(),
  user_id: z.string(),
  contacts: z.int().describe('Contacts that were added with the list, without those left out'),
  list_digest: z.string().describe('Identifies the content of the list; of a file, its SHA-256'),
});
export type ConsentRecordView = z.infer<typeof consentRecordSchema>;

/** Returns whether a date (2026-05-01) has not begun anywhere yet. */
export function isFutureDate(date: string, now: Date): boolean {
  return date > utcDay(new Date(now.getTime() + LATEST_ZONE_MS));
}
