import type { Connection } from 'mongoose';
import { PLANS } from '#shared/plans.ts';
import type { DeletionOverview } from '#shared/schemas/account/account-deletion.ts';
import { createAccountDeletionFeature } from '#server/features/account/deletion/account-deletion-feature.ts';
import type { DeletionOptions } from '#server/features/account/deletion/deletion-deps.ts';
import { ERASURE_ORDER } from '#server/features/account/deletion/erasure-order.ts';
import type { AccountClosing } from '#server/features/auth/api.ts';
import type { Subscriptions } from '#server/features/billing/api.ts';
import { inOrder } from '#server/platform/module/in-order.ts';
import type { Module } from '#server/platform/module/module.ts';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { CampaignStores } from '#server/features/campaigns/campaigns-feature.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import type { Env } from '#server/app/env/env.ts';

/** What the deletion of accounts uses. */
interface UsedFeatures {
  accountEvents: { events: AccountEvents };
  auth: { closing: AccountClosing };
  billing: { subscriptions: Pick<Subscriptions, 'planOf'> };
  stores: Pick<CampaignStores, 'owned'>;
  ledger: Pick<CreditLedger, 'balance'>;
  modules: () => readonly Module[];
}

/** Campaigns of each kind that an overview names. */
const MAX_BUSY = 20;

/** Creates the deletion of accounts over the features that hold their data. */
export function composeAccountDeletion(
  features: UsedFeatures,
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
    steps: () =>
      inOrder(
        ERASURE_ORDER,
        features.modules().flatMap(({ erasure = [] }) => erasure),
      ),
    overview: (user) => deletionOverview(features, user),
  });
}

/** Returns what an account holds when its owner asks to delete it. */
async function deletionOverview(
  { stores, billing, ledger }: UsedFeatures,
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
