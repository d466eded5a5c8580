import type { CreditLedger } from '#server/features/credits/api.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';
import { presentSubscription } from '#server/features/billing/present-billing.ts';
import { accountErrors, type AccountError } from './account-errors.ts';
import type { AccountStores } from './account-stores.ts';

/** How many campaigns, holds and events are shown, the newest or largest first. */
const MAX_ROWS = 20;

/** What support sees of an account: nothing of its contacts, and no secret. */
export type AccountReport = Awaited<ReturnType<typeof readAccount>>;

interface Sources {
  stores: AccountStores;
  ledger: CreditLedger;
  now: Date;
}

/** Returns the state of an account. */
export async function readAccount(sources: Sources, user: UserRecord) {
  const { stores, ledger, now } = sources;
  const { _id: uid, streamId } = user;
  const [hasWorker, stop, deletion, factor, balance, plan, sums, campaigns, voices, keys, webhooks, events] =
    await Promise.all([
      stores.processes.hasWorker(now),
      stores.stops.current(),
      stores.deletions.of(uid),
      stores.secondFactors.byUser(uid),
      ledger.balance(streamId),
      planOf(sources, uid),
      stores.overview.sumsOf(uid),
      stores.overview.page(uid, { limit: MAX_ROWS }),
      stores.voices.ofUser(uid),
      stores.apiKeys.ofUser(uid),
      stores.webhooks.ofUser(uid),
      stores.events.page(uid, { limit: MAX_ROWS }),
    ]);
  const { available, held, debt, version, period } = balance;
  return {
    worker_up: hasWorker,
    calls_stopped: stop === undefined ? null : { at: iso(stop.at), by: stop.by, reason: stop.reason },
    account: accountOf(user, factor, deletion),
    plan,
    credits: {
      available,
      held,
      debt,
      // Credits roll over from period to period.
      expiring: 0,
      events: version,
      period_start: iso(period?.start),
    },
    campaigns: {
      by_status: sums.map(({ _id: status, campaigns: count, total, delivered, failed }) => ({
        status,
        campaigns: count,
        total,
        delivered,
        failed,
      })),
      latest: campaigns.map((campaign) => ({
        id: campaign._id,
        name: campaign.name,
        status: campaign.status,
        drop_date: iso(campaign.dropDate),
        total: campaign.total,
        delivered: campaign.delivered,
        failed: campaign.failed,
        held: campaign.held,
        charged: campaign.charged,
      })),
    },
    holds: await holdsOf(sources, user, held),
    voices: voices.map(({ _id: id, title, state, providerVoiceId, createdAt }) => ({
      id,
      title,
      state,
      cloned: providerVoiceId !== undefined,
      created_at: iso(createdAt),
    })),
    api_keys: keys.map(apiKeyOf),
    webhooks: webhooks.map(webhookOf),
    errors: (await accountErrors({ stores, campaigns, voices }, user, now)) satisfies AccountError[],
    events: events.map(({ type, at, count, detail }) => ({
      at: iso(at),
      type,
      count,
      detail: Object.values(detail ?? {}).join(' · ') || null,
    })),
  };
}

function accountOf(
  user: UserRecord,
  factor: Awaited<ReturnType<AccountStores['secondFactors']['byUser']>>,
  deletion: Awaited<ReturnType<AccountStores['deletions']['of']>>,
) {
  return {
    uid: user._id,
    email: user.email,
    name: user.displayName,
    company: user.companyName,
    phone: user.phone,
    created_at: iso(user.createdAt),
    verified_at: iso(user.emailVerifiedAt),
    suspended_at: iso(user.suspendedAt),
    deleted_at: iso(user.closingAt),
    unfinished_steps: deletion?.unfinished ?? [],
    second_factor: {
      enabled_at: iso(factor?.enabledAt),
      removal_asked_at: iso(factor?.resetAskedAt),
      removed_at: iso(factor?.resetAt),
    },
    credit_stream: user.streamId,
  };
}

type Row<Name extends 'apiKeys' | 'webhooks'> = Awaited<ReturnType<AccountStores[Name]['ofUser']>>[number];

function apiKeyOf({ _id: id, name, scope, areas = [], createdAt, expiresAt, lastUsedAt }: Row<'apiKeys'>) {
  return {
    id,
    name,
    scope,
    areas,
    created_at: iso(createdAt),
    expires_at: iso(expiresAt),
    last_used_at: iso(lastUsedAt),
  };
}

function webhookOf({
  _id: id,
  url,
  enabledAt,
  disabledReason,
  lastSuccessAt,
  failingSince,
}: Row<'webhooks'>) {
  return {
    id,
    // The path and the query of a URL may hold a secret.
    host: new URL(url).host,
    enabled: enabledAt !== undefined,
    disabled_reason: disabledReason ?? null,
    last_success_at: iso(lastSuccessAt),
    failing_since: iso(failingSince),
  };
}

async function planOf({ stores, now }: Sources, uid: string) {
  const subscription = await stores.billing.currentSubscription(uid);
  if (subscription === undefined) return null;
  const { planName, status, cancel_at_period_end } = presentSubscription(subscription, now);
  return {
    subscription_id: subscription._id,
    name: planName,
    status,
    period_start: iso(subscription.periodStart),
    period_end: iso(subscription.periodEnd),
    cancel_at_period_end,
  };
}

/** Returns the largest holds by the ledger, and what is left: smaller ones, test calls, campaigns being deleted. */
async function holdsOf({ stores, ledger }: Sources, { _id, streamId }: UserRecord, total: number) {
  const ids = [...(await stores.overview.heldOf(_id, MAX_ROWS)).keys()];
  const names = await stores.campaigns.namesOf(_id, ids);
  const holds = await Promise.all(
    ids.map(async (id) => {
      const { held: credits, lots } = await ledger.campaignHold(streamId, id);
      const calls = lots.reduce((sum, lot) => sum + lot.calls, 0);
      return { campaign_id: id, campaign: names.get(id) ?? null, credits, calls };
    }),
  );
  const open = holds.filter(({ credits }) => credits > 0);
  return { open, other: total - open.reduce((sum, { credits }) => sum + credits, 0) };
}

/** Returns a time as text; null without one. */
function iso(time: Date | undefined): string | null {
  return time?.toISOString() ?? null;
}
