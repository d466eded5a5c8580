import { z } from 'zod';
import { phoneProblem, readNumber } from '#shared/contacts/phone-number.ts';
import { isAmbiguousEmail, isEmailAddress } from '#shared/email-address.ts';
import { isPlainName, isPlainText } from '#shared/messages/plain-text.ts';
import { MIN_PASSWORD } from '#shared/password-strength.ts';
import { MAX_USAGE_HISTORY, usageEntry } from '#shared/schemas/billing/credits.ts';
import { optional, withDefault } from '#shared/schemas/options.ts';
import { secondFactorCodeSchema } from './second-factor.ts';
import { voiceSchema } from '#shared/schemas/voices.ts';
import { typedName, typedText } from '#shared/schemas/typed-text.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

const MAX_EMAIL = 254;
const LONG_EMAIL = `An email address may have at most ${String(MAX_EMAIL)} characters`;
const LOOK_ALIKES = 'This email address mixes letters that look alike. Please use another one.';

/** An address as its owner writes it; `comparableEmail` tells whether two are the same. */
export const emailSchema = typedText()
  .normalize('NFKC')
  .max(MAX_EMAIL, { error: LONG_EMAIL, abort: true })
  .refine(isEmailAddress, { error: 'Invalid email ID. Format: name@example.com', abort: true })
  .refine((email) => !isAmbiguousEmail(email), LOOK_ALIKES)
  .describe('An e-mail address');

const MAX_PASSWORD = 200;
const LONG_PASSWORD = `The password may have at most ${String(MAX_PASSWORD)} characters`;

/** A password that somebody claims to know. */
export const givenPasswordSchema = z.string().max(MAX_PASSWORD, LONG_PASSWORD);

export const passwordSchema = z
  .string()
  .min(MIN_PASSWORD, `The password needs at least ${String(MIN_PASSWORD)} characters`)
  .max(MAX_PASSWORD, LONG_PASSWORD)
  .describe(`At least ${String(MIN_PASSWORD)} characters`);

const NAME_TEXT = 'A name may not contain line breaks, web or email addresses';

const MAX_NAME = 120;
const TOO_LONG = `A name may have at most ${String(MAX_NAME)} characters`;

export const displayNameSchema = typedName()
  .min(1, 'A name is required')
  .max(MAX_NAME, TOO_LONG)
  .refine(isPlainName, NAME_TEXT)
  .describe('Full name');
/** What an account has in place of a company or a phone number that was not given. */
export const NOT_GIVEN = 'default';

export const companyNameSchema = typedName()
  .max(MAX_NAME, TOO_LONG)
  .refine(isPlainName, NAME_TEXT)
  .transform((name) => (name === '' ? NOT_GIVEN : name))
  .describe('Company');

const MAX_PHONE = 40;
const PHONE_FORMAT = 'Enter a phone number like (415) 555-0123 or +44 20 7946 0958';

/** A phone number as the user writes it, or none. */
export const phoneSchema = typedText()
  .superRefine((phone, context) => {
    if (phone === '' || phone === NOT_GIVEN) return;
    const isLine = phone.length <= MAX_PHONE && isPlainText(phone);
    const read = readNumber(isLine ? phone : '');
    if (!read.ok) context.addIssue({ code: 'custom', message: phoneProblem(read.fault, PHONE_FORMAT) });
  })
  .describe('Phone number');

export const userDataSchema = z
  .object({
    uid: z.string(),
    display_name: z.string(),
    email: z.string(),
    role: z.literal('agent'),
    subscribed: z.boolean(),
  })
  .describe('The signed-in user');
export type UserData = z.infer<typeof userDataSchema>;

export const loginInput = z.strictObject({
  email: typedText().max(MAX_EMAIL, LONG_EMAIL).describe('An e-mail address'),
  password: givenPasswordSchema.describe('The password'),
  code: optional(secondFactorCodeSchema),
  display_name: optional(typedText().max(MAX_NAME, TOO_LONG)).describe(
    'Not used: the body of a registration signs in as well',
  ),
});
export const signedInOutput = z.object({ user_data: userDataSchema });

export const registerInput = z.strictObject({
  email: emailSchema,
  password: passwordSchema,
  display_name: displayNameSchema,
  company_name: withDefault(companyNameSchema, NOT_GIVEN),
  phone: withDefault(phoneSchema, NOT_GIVEN),
  role: withDefault(z.string().max(40), 'agent').describe('Ignored: everyone registers as agent'),
});
/** `user_data` with a session, or only `user_id` if the email address must be verified first. */
export const registerOutput = z.object({
  user_data: userDataSchema.optional(),
  user_id: z.string().optional(),
});

export const emailOnlyInput = z.strictObject({ email: emailSchema });
export const userIdInput = z.strictObject({
  user_id: z.string().max(64).describe('The id that registration returned'),
});
export const messageOutput = z.object({ success: z.literal(true), message: z.string() });

export const confirmEmailInput = z.strictObject({
  uid: z.string().max(200).describe('The secret of the mailed link'),
});
export const confirmWithPasswordInput = confirmEmailInput.extend({ password: passwordSchema });
export const confirmEmailOutput = z.object({ success: z.literal(true), user_data: userDataSchema });

export const verifiedOutput = z.object({ verified: z.boolean() });
/** `pending`: this browser still waits for the address that it registered. */
export const verificationOutput = verifiedOutput.extend({ pending: z.boolean() });
export const correctedEmailOutput = z.object({ email: z.string() });

export const resetPasswordInput = z.strictObject({ token: z.string().max(200), password: passwordSchema });

export const confirmEmailChangeInput = z.strictObject({ token: z.string().max(200) });
/** `own`: the address is that of the caller, who is signed in. */
export const changedEmailOutput = messageOutput.extend({ email: z.string(), own: z.boolean() });

const profileChanges = {
  display_name: optional(displayNameSchema),
  company_name: optional(companyNameSchema),
  phone: optional(phoneSchema),
};
const emailRefused = z.null({ error: 'Email address cannot be changed' }).optional();

/** The caller's own account. */
export const userRef = z.object({ id: z.string().max(64).describe('Your uid') });

/** Profile changes, at the top level or under `profile`. */
export const profileUpdateInput = userRef
  .extend({
    profile: optional(z.strictObject({ ...profileChanges, email: emailRefused })).describe(
      'The fields to change',
    ),
    ...profileChanges,
    email: emailRefused,
  })
  .strict();

export const profileSchema = z.object({
  email: z.string(),
  display_name: z.string(),
  company_name: z.string(),
  phone: z.string(),
  role: z.string(),
  user_role: z.string(),
  voice_ids: z.array(voiceSchema),
  created_at: isoTime,
  status: z.enum(['active', 'inactive']).describe('Active while subscribed'),
});
export type ProfileView = z.infer<typeof profileSchema>;

/** The billing part of the user-info response. */
export const accountBillingSchema = z.object({
  balance: z.int().describe('Credits that can be spent now'),
  subscribed: z.boolean(),
  planName: z.string(),
  credits: z.object({
    available: z.int(),
    held: z.int(),
    held_campaigns: z.record(z.string(), z.int()).describe('Credits on hold by campaign id'),
    usage_history: z
      .array(usageEntry)
      .describe(
        `The latest deductions for delivered calls, newest first, at most ${String(MAX_USAGE_HISTORY)}`,
      ),
  }),
  customer_id: z.string().nullable(),
  subscription_id: z.string().nullable(),
  transactions: z.array(z.unknown()),
});
export type AccountBilling = z.infer<typeof accountBillingSchema>;

/** Summaries of a user's campaigns by id. */
export const accountCampaignsSchema = z.record(
  z.string(),
  z.object({ name: z.string(), status: z.string(), drop_date: isoTime, total: z.int() }),
);
export type AccountCampaigns = z.infer<typeof accountCampaignsSchema>;

/** GET /users/user-info/: the profile fields at the top level, and the four parts. */
export const userInfoOutput = z.object({
  user_name: z.string(),
  user_email: z.string(),
  user_phone: z.string(),
  company_name: z.string(),
  user_role: z.string(),
  voice_ids: z.array(voiceSchema),
  profile: profileSchema,
  billing: accountBillingSchema,
  contacts: z.object({ total: z.int() }),
  campaigns: accountCampaignsSchema,
});
export type UserInfo = z.infer<typeof userInfoOutput>;

/** The client's view of the session: user and expiry (ISO time; absolute, one hour). */
export const sessionOutput = z.object({
  user: userDataSchema.nullable(),
  expires_at: isoTime.nullable(),
  /** Email addresses and links shown in the client. */
  support_email: z.string(),
  sales_email: z.string(),
  privacy_url: z.string(),
  terms_url: z.string(),
});
