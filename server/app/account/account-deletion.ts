import type { Connection } from 'mongoose';
import { PLANS } from '#shared/plans.ts';
import type { DeletionOverview } from '#shared/schemas/account/account-deletion.ts';
import { createAccountDeletionFeature } from '#server/features/account/deletion/account-deletion-feature.ts';
import type { DeletionOptions } from '#server/features/account/deletion/deletion-deps.ts';
import type { ErasureStep } from '#server/features/account/deletion/erasure-step.ts';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { createAccountExportFeature } from '#server/features/account/export/account-export-feature.ts';
import type { createApiKeysFeature } from '#server/features/auth/api-keys/api-keys-feature.ts';
import type { createAuthFeature } from '#server/features/auth/auth-feature.ts';
import type { createBillingFeature } from '#server/features/billing/billing-feature.ts';
import type { createCallingFeature } from '#server/features/calling/calling-feature.ts';
import type { createCallingProfileFeature } from '#server/features/calling/profile/profile-feature.ts';
import type { CampaignsFeature, CampaignStores } from '#server/features/campaigns/campaigns-feature.ts';
import type { createTestDropsFeature } from '#server/features/campaigns/test-drops/test-drops-feature.ts';
import type { createContactListsFeature } from '#server/features/contact-lists/contact-lists-feature.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import type { Env } from '#server/app/env/env.ts';
import type { createPreviewsFeature } from '#server/features/voices/previews/previews-feature.ts';
import type { RequestKeyStore } from '#server/platform/request-keys/request-key-store.ts';
import type { createOptOutsFeature } from '#server/features/do-not-call/opt-outs/opt-outs-feature.ts';
import type { createSuppressionsFeature } from '#server/features/do-not-call/suppressions/suppressions-feature.ts';
import type { createVoicesFeature } from '#server/features/voices/voices-feature.ts';
import type { WebhooksFeature } from '#server/features/webhooks/webhooks-feature.ts';

/** The features that hold data of accounts. */
interface AccountFeatures {
  accountEvents: { events: AccountEvents };
  accountExport: Pick<ReturnType<typeof createAccountExportFeature>, 'erase'>;
  auth: Pick<ReturnType<typeof createAuthFeature>, 'closing'>;
  apiKeys: Pick<ReturnType<typeof createApiKeysFeature>, 'erase'>;
  webhooks: Pick<WebhooksFeature, 'erase'>;
  billing: Pick<ReturnType<typeof createBillingFeature>, 'close' | 'subscriptions'>;
  campaigns: Pick<CampaignsFeature, 'erase'>;
  stores: Pick<CampaignStores, 'owned' | 'drafts'>;
  ledger: Pick<CreditLedger, 'balance'>;
  voices: Pick<ReturnType<typeof createVoicesFeature>, 'erase'>;
  previews: Pick<ReturnType<typeof createPreviewsFeature>, 'eraseAll'>;
  suppressions: Pick<ReturnType<typeof createSuppressionsFeature>, 'erase'>;
  contactLists: Pick<ReturnType<typeof createContactListsFeature>, 'erase'>;
  calling: Pick<ReturnType<typeof createCallingFeature>, 'eraseCalls'>;
  callingProfile: Pick<ReturnType<typeof createCallingProfileFeature>, 'erase'>;
  testDrops: Pick<ReturnType<typeof createTestDropsFeature>, 'erase'>;
  optOuts: Pick<ReturnType<typeof createOptOutsFeature>, 'erase'>;
  keys: { requestKeys: Pick<RequestKeyStore, 'erase'> };
}

/** Campaigns of each kind that an overview names. */
const MAX_BUSY = 20;

/** Creates the deletion of accounts over the features that hold their data. */
export function composeAccountDeletion(
  features: AccountFeatures,
  {
    env,
    ...shared
  }: Pick<DeletionOptions, 'clock' | 'log' | 'mailer'> & {
    connection: Connection;
    env: Pick<Env, 'SUPPORT_EMAIL'>;
  },
) {
  return createAccountDeletionFeature({
    ...shared,
    supportEmail: env.SUPPORT_EMAIL,
    accounts: features.auth.closing,
    events: features.accountEvents.events,
    steps: erasureSteps(features),
    overview: (user) => deletionOverview(features, user),
  });
}

/** Returns what an account holds when its owner asks to delete it. */
async function deletionOverview(
  { stores, billing, ledger }: Pick<AccountFeatures, 'stores' | 'billing' | 'ledger'>,
  { uid, streamId }: { uid: string; streamId: string },
): Promise<DeletionOverview> {
  const [busy, scheduled, plan, balance] = await Promise.all([
    stores.owned.listBusy(uid, MAX_BUSY),
    stores.owned.countScheduled(uid),
    billing.subscriptions.planOf(uid),
    ledger.balance(streamId),
  ]);
  return {
    busy: busy.map(({ name, status }) => ({ name, status })),
    scheduled,
    plan: plan === undefined ? null : PLANS[plan].title,
    credits: balance.available + balance.held,
  };
}

/**
 * The steps that erase an account, in order: first what gives access and what spends, then what others refer to, last
 * what reports of earlier steps may still write.
 */
function erasureSteps(features: AccountFeatures): ErasureStep[] {
  const { accountEvents, accountExport, auth, apiKeys, billing, campaigns, voices } = features;
  const { stores, contactLists, previews, suppressions, optOuts, testDrops, calling } = features;
  const { callingProfile, keys, webhooks } = features;
  const all = (work: () => Promise<void>) => work().then(() => true);
  return [
    { name: 'access', endsAccess: true, erase: (account) => all(() => auth.closing.eraseAccess(account)) },
    { name: 'API keys', endsAccess: true, erase: ({ uid }) => all(() => apiKeys.erase(uid)) },
    { name: 'webhooks', erase: ({ uid }) => all(() => webhooks.erase(uid)) },
    { name: 'exports', erase: ({ uid }) => accountExport.erase(uid) },
    { name: 'campaigns', erase: ({ uid }) => campaigns.erase(uid) },
    { name: 'contact lists', erase: ({ uid }) => all(() => contactLists.erase(uid)) },
    { name: 'draft', erase: ({ uid }) => all(() => stores.drafts.discard(uid)) },
    { name: 'test drops', erase: ({ uid }) => testDrops.erase(uid) },
    { name: 'billing', erase: (account) => all(() => billing.close(account)) },
    { name: 'previews', erase: ({ uid }) => previews.eraseAll(uid) },
    { name: 'voices', erase: ({ uid }) => voices.erase(uid) },
    { name: 'log of calls', erase: ({ uid }) => all(() => calling.eraseCalls(uid)) },
    { name: 'calling profile', erase: ({ uid }) => all(() => callingProfile.erase(uid)) },
    { name: 'opt-out webhook', erase: ({ uid }) => all(() => optOuts.erase(uid)) },
    { name: 'do-not-call list', erase: ({ uid }) => all(() => suppressions.erase(uid)) },
    { name: 'history', erase: ({ uid }) => all(() => accountEvents.events.eraseAll(uid)) },
    { name: 'request keys', erase: ({ uid }) => all(() => keys.requestKeys.erase(uid)) },
  ];
}
