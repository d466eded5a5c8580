import { PROVIDER } from '#shared/paths.ts';
import { ACCOUNT_EXAMPLES } from './account.ts';
import { BILLING_EXAMPLES } from './billing.ts';
import { CAMPAIGN_EXAMPLES } from './campaigns.ts';
import type { Example, Examples } from './example.ts';
import { LIST_EXAMPLES } from './lists.ts';
import { RESULT_EXAMPLES } from './results.ts';
import { CAMPAIGN_ID, PHONE, UID } from './samples.ts';
import { VOICE_EXAMPLES } from './voices.ts';
import { DELIVERY_ID, WEBHOOK_EXAMPLES } from './webhooks.ts';

/** The examples of all documented calls, by procedure. */
export const EXAMPLES: Examples = {
  ...ACCOUNT_EXAMPLES,
  ...BILLING_EXAMPLES,
  ...CAMPAIGN_EXAMPLES,
  ...LIST_EXAMPLES,
  ...RESULT_EXAMPLES,
  ...VOICE_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
};

/** Examples of the parameters in paths, by name. */
export const PARAMETER_EXAMPLES: Readonly<Record<string, unknown>> = {
  provider: PROVIDER,
  id: CAMPAIGN_ID,
  userId: UID,
  campaign: 'Spring check-up',
  campaign_name: 'Spring check-up',
  number: 1,
  delivery: DELIVERY_ID,
  phone: PHONE,
  invoiceId: 'in_VkVcm4zF6twt95R9',
  paymentMethodId: 'pm_VkVcm4zF6twtJ9ug',
};

/** Returns the example of a procedure; without one, an empty example, which a test reports. */
export function exampleOf(procedure: string): Partial<Example> {
  return EXAMPLES[procedure] ?? {};
}
