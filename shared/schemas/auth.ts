import { z } from 'zod';

/** E-mail addresses are compared without case; the TLD has at least two letters (A §5). */
export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/, 'Invalid email ID. Format: name@example.com')
  .describe('An e-mail address');

export const passwordSchema = z
  .string()
  .min(8, 'The password needs at least 8 characters')
  .max(200, 'The password may have at most 200 characters')
  .describe('At least 8 characters');

export const displayNameSchema = z.string().trim().min(1, 'A name is required').max(120).describe('Full name');
export const phoneSchema = z.string().trim().max(40).describe('Phone number');

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

export const loginInput = z.object({
  email: z.string().max(254).describe('An e-mail address'),
  password: z.string().max(200).describe('The password'),
});
export const signedInOutput = z.object({ user_data: userDataSchema });

export const registerInput = z.object({
  email: emailSchema,
  password: passwordSchema,
  display_name: displayNameSchema,
  company_name: z.string().trim().max(120).default('default'),
  phone: phoneSchema.default('default'),
  role: z.string().max(40).default('agent').describe('Ignored: everyone registers as agent'),
});
/** `user_data` with a session, or only `user_id` where the e-mail must be verified first (contract §6). */
export const registerOutput = z.object({ user_data: userDataSchema.optional(), user_id: z.string().optional() });

export const emailOnlyInput = z.object({ email: emailSchema });
export const userIdInput = z.object({ user_id: z.string().max(64).describe('The id that registration returned') });
export const messageOutput = z.object({ success: z.literal(true), message: z.string() });

export const confirmEmailInput = z.object({ uid: z.string().max(200).describe('The secret of the mailed link') });
export const confirmEmailOutput = z.object({ success: z.literal(true), user_data: userDataSchema });

export const verifiedOutput = z.object({ verified: z.boolean() });

export const resetPasswordInput = z.object({ token: z.string().max(200), password: passwordSchema });

export const profileUpdateInput = z.object({
  id: z.string().max(64).describe('The caller’s uid'),
  profile: z
    .object({ display_name: displayNameSchema.optional(), phone: phoneSchema.optional() })
    .strict()
    .optional()
    .describe('The fields to change'),
  display_name: displayNameSchema.optional(),
  phone: phoneSchema.optional(),
  email: z.undefined({ error: 'Email address cannot be changed' }).optional(),
});

export const profileSchema = z.object({
  email: z.string(),
  display_name: z.string(),
  company_name: z.string(),
  phone: z.string(),
  role: z.string(),
  created_at: z.string(),
  status: z.string(),
});

/** The session as the client keeps it: who, and until when (ISO time; one hour, absolute). */
export const sessionOutput = z.object({
  user: userDataSchema.nullable(),
  expires_at: z.string().nullable(),
  /** Addresses and links that the screens show. */
  support_email: z.string(),
  sales_email: z.string(),
  privacy_url: z.string(),
  terms_url: z.string(),
});
