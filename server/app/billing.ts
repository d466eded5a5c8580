import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { Users } from '#server/features/auth/api.ts';
import { createBillingFeature, type BillingOptions } from '#server/features/billing/billing-feature.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import type { createCreditsFeature } from '#server/features/credits/credits-feature.ts';
import type { Env } from '#server/app/env/env.ts';
import type { Hurry } from '#server/platform/work/duty.ts';
import type { createRequestKeys } from '#server/platform/request-keys/request-key-store.ts';

/** The features that billing uses. */
interface UsedFeatures {
  credits: Pick<ReturnType<typeof createCreditsFeature>, 'versionsOf' | 'usage'>;
  ledger: CreditLedger;
  users: Pick<Users, 'byUid' | 'streamIdOf'>;
  keys: ReturnType<typeof createRequestKeys>;
  accountEvents: { events: AccountEvents };
  hurry: Hurry;
}

/** Creates billing over the ledger, the users and the payment provider. */
export function composeBilling(
  features: UsedFeatures,
  {
    env,
    ...given
  }: Pick<
    BillingOptions,
    'connection' | 'clock' | 'log' | 'metrics' | 'gateway' | 'publishableKey' | 'mailer' | 'publicUrl'
  > & {
    env: Pick<Env, 'SUPPORT_EMAIL' | 'SALES_EMAIL' | 'GRANT_FREE_INVOICES'>;
  },
) {
  return createBillingFeature({
    ...given,
    supportEmail: env.SUPPORT_EMAIL,
    salesEmail: env.SALES_EMAIL,
    grantFreeInvoices: env.GRANT_FREE_INVOICES,
    creditVersions: { versionsOf: (streamIds) => features.credits.versionsOf(streamIds) },
    ledger: features.ledger,
    usage: features.credits.usage,
    users: features.users,
    requestKeys: features.keys.requestKeys,
    accountEvents: features.accountEvents.events,
    hurry: features.hurry,
  });
}
