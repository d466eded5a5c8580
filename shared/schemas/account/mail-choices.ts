import { z } from 'zod';

/** Mails that a user may turn off. All others are sent: receipts, security, and what the law requires. */
export const OPTIONAL_MAILS = ['campaign_finished', 'campaign_paused', 'card_expiring'] as const;
const optionalMail = z.enum(OPTIONAL_MAILS);
export type OptionalMail = (typeof OPTIONAL_MAILS)[number];

export const mailChoiceInput = z.strictObject({ mail: optionalMail, on: z.boolean() });

/** The mails that the user has turned off. */
export const mailChoicesOutput = z.object({ off: z.array(optionalMail) });
export type MailChoices = z.infer<typeof mailChoicesOutput>;
