import { PLANS } from '#shared/plans.ts';
import type { AccountBilling, AccountCampaigns } from '#shared/schemas/account/auth.ts';
import { MAX_UNPAGED } from '#shared/schemas/list-cursor.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { UserInfoSources } from '#server/features/auth/auth-deps.ts';
import type { Subscriptions } from '#server/features/billing/api.ts';
import type { OverviewStore } from '#server/features/campaigns/overview/overview-store.ts';
import type { CreditLedger, CreditUsage, CreditVersions } from '#server/features/credits/api.ts';

/** What the user-info response is read from. */
interface AccountSources {
  users: Pick<Users, 'byUid'>;
  billing: { subscriptions: Pick<Subscriptions, 'accountOf'> };
  ledger: Pick<CreditLedger, 'balance'>;
  credits: { usage: Pick<CreditUsage, 'latest'> };
  stores: { overview: OverviewStore };
  voices: { list: UserInfoSources['voices'] };
}

/** Returns the parts of the user-info response that other features than auth provide. */
export function userInfoSourcesOf(features: AccountSources): UserInfoSources {
  return {
    voices: (uid) => features.voices.list(uid),
    billing: (uid) => accountBilling(features, uid),
    campaigns: (uid) => accountCampaigns(features.stores.overview, uid),
  };
}

async function accountBilling(
  { users, billing, ledger, stores, credits }: AccountSources,
  uid: string,
): Promise<AccountBilling> {
  const user = await users.byUid(uid);
  const streamId = user?.streamId ?? '';
  const [account, balance, held, usage] = await Promise.all([
    billing.subscriptions.accountOf(uid),
    ledger.balance(streamId),
    stores.overview.heldOf(uid, MAX_UNPAGED),
    credits.usage.latest({ uid, streamId }),
  ]);
  return {
    balance: balance.available,
    subscribed: account.plan !== undefined,
    planName: account.plan === undefined ? '' : PLANS[account.plan].title,
    credits: {
      available: balance.available,
      held: balance.held,
      held_campaigns: Object.fromEntries(held),
      usage_history: usage,
    },
    customer_id: account.customerId,
    subscription_id: account.subscriptionId,
    transactions: account.transactions,
  };
}

/** Returns the latest campaigns and the total number of contacts. */
async function accountCampaigns(
  overview: OverviewStore,
  uid: string,
): Promise<{ contacts: number; campaigns: AccountCampaigns }> {
  const [list, sums] = await Promise.all([overview.briefsOf(uid, MAX_UNPAGED), overview.sumsOf(uid)]);
  return {
    contacts: sums.reduce((sum, { total }) => sum + total, 0),
    campaigns: Object.fromEntries(
      list.map(({ _id, name, status, dropDate, total }) => [
        _id,
        { name, status, drop_date: dropDate.toISOString(), total },
      ]),
    ),
  };
}

/** What shows that an account was used. */
interface UseSources {
  credits: Pick<CreditVersions, 'versionsOf'>;
  billing: { subscriptions: Pick<Subscriptions, 'accountOf'> };
  stores: { overview: Pick<OverviewStore, 'briefsOf'> };
  voices: { list(uid: string): Promise<readonly unknown[]> };
}

/** Returns whether an account ever had credits or a payment, or has campaigns or voices. */
export async function wasUsed(
  { credits, billing, stores, voices }: UseSources,
  { uid, streamId }: { uid: string; streamId: string },
): Promise<boolean> {
  const [versions, { customerId }, campaigns, spoken] = await Promise.all([
    credits.versionsOf([streamId]),
    billing.subscriptions.accountOf(uid),
    stores.overview.briefsOf(uid, 1),
    voices.list(uid),
  ]);
  return versions.size > 0 || customerId !== null || campaigns.length > 0 || spoken.length > 0;
}
