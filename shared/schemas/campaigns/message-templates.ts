import { z } from 'zod';
import { isPlainText } from '#shared/messages/plain-text.ts';
import { placeholderProblem } from '#shared/messages/message-template.ts';
import { optional } from '#shared/schemas/options.ts';
import { typedName } from '#shared/schemas/typed-text.ts';
import { messageSchema } from './campaigns.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** Maximum number of message templates of a user. */
export const MAX_MESSAGE_TEMPLATES = 50;
export const TEMPLATE_NAME_LENGTH = 60;

export const templateNameSchema = typedName()
  .min(1, 'A name is required')
  .max(TEMPLATE_NAME_LENGTH, `The name may have at most ${String(TEMPLATE_NAME_LENGTH)} characters`)
  .refine(isPlainText, 'The name may not contain line breaks or control characters');

/** As a campaign's message. Which own columns a list has is not known before it is used. */
const templateText = messageSchema.superRefine((text, ctx) => {
  const message = placeholderProblem(text, 'any');
  if (message !== null) ctx.addIssue({ code: 'custom', message });
});

export const messageTemplateRef = z.object({ id: z.string().max(64) });

export const createTemplateInput = z.strictObject({ name: templateNameSchema, text: templateText });
/** What is not given stays as it is. */
export const updateTemplateInput = messageTemplateRef
  .extend({ name: optional(templateNameSchema), text: optional(templateText) })
  .strict();

/** A template of a user. `changed_at` is an ISO time. */
export const messageTemplateSchema = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string(),
  changed_at: isoTime,
});
export type MessageTemplateView = z.infer<typeof messageTemplateSchema>;

export const messageTemplatesOutput = z.object({
  /** By name. */
  templates: z.array(messageTemplateSchema),
  /** What the campaign with the latest drop date says; null without a campaign. */
  last_message: z.object({ campaign_name: z.string(), text: z.string() }).nullable(),
});
export type MessageTemplates = z.infer<typeof messageTemplatesOutput>;

export const changedTemplateOutput = z.object({ template: messageTemplateSchema });
export const deletedTemplateOutput = z.object({ success: z.literal(true) });
