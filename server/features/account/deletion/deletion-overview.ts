import { PLANS } from '#shared/plans.ts';
import type { DeletionOverview } from '#shared/schemas/account/account-deletion.ts';
import type { Subscriptions } from '#server/features/billing/api.ts';
import type { OwnedCampaigns } from '#server/features/campaigns/api.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';

/** Campaigns of each kind that an overview names. */
const MAX_BUSY = 20;

/** What an overview is read from. */
export interface OverviewNeeds {
  billing: { subscriptions: Pick<Subscriptions, 'planOf'> };
  stores: { erasures: OwnedCampaigns };
  ledger: Pick<CreditLedger, 'balance'>;
}

/** Returns the campaigns of a user that are running, at most a few of each kind. */
export async function busyCampaigns(
  { stores }: Pick<OverviewNeeds, 'stores'>,
  uid: string,
): Promise<DeletionOverview['busy']> {
  const busy = await stores.erasures.listBusy(uid, MAX_BUSY);
  return busy.map(({ name, status }) => ({ name, status }));
}

/** Returns what an account holds when its owner asks to delete it. */
export async function deletionOverview(
  { stores, billing, ledger }: OverviewNeeds,
  { uid, streamId }: { uid: string; streamId: string },
): Promise<DeletionOverview> {
  const [busy, scheduled, plan, balance] = await Promise.all([
    busyCampaigns({ stores }, uid),
    stores.erasures.countScheduled(uid),
    billing.subscriptions.planOf(uid),
    ledger.balance(streamId),
  ]);
  return {
    busy,
    scheduled,
    plan: plan === undefined ? null : PLANS[plan].title,
    credits: balance.available + balance.held,
  };
}
