import { formatNumber } from '#shared/formats.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Context, SignedInUser } from '#server/platform/trpc/context.ts';
import { protectedProcedure } from '#server/platform/trpc/trpc.ts';
import { assertSubscribed } from '#server/features/campaigns/assert-subscribed.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { isLargeSize } from './large-body.ts';

/**
 * A procedure that accepts a contact list. For a large body, the caller's plan and credits are checked before parsing; the
 * plan alone where the calls may be paid for already.
 */
export function createListProcedure(
  deps: AdmitDeps,
  admit: (deps: AdmitDeps, sender: Sender) => Promise<unknown> = admitList,
) {
  return protectedProcedure.use(async ({ ctx, next }) => {
    if (isLargeSize(ctx.bodyBytes)) await admit(deps, ctx);
    return next();
  });
}

type AdmitDeps = Pick<CampaignsDeps, 'subscriptions' | 'users' | 'ledger' | 'idempotencyKeys'>;

type Sender = Pick<Context, 'idempotencyKey'> & { user: SignedInUser };

/**
 * Checks before a contact list is read that its sender can pay for at least one call. Throws `AppError`
 * SUBSCRIPTION_REQUIRED, PAYMENT_OVERDUE or INSUFFICIENT_CREDITS.
 */
export async function admitList(deps: AdmitDeps, sender: Sender): Promise<void> {
  if ((await admitPlan(deps, sender)) === 'repeated') return;
  const quote = await deps.ledger.quote(sender.user.streamId, 1);
  if (quote === undefined || quote.cost <= quote.available) return;
  const { cost: needed, available } = quote;
  const text = `Insufficient credits: ${formatNumber(needed)} needed, ${formatNumber(available)} available`;
  throw new AppError('INSUFFICIENT_CREDITS', text, { needed, available });
}

/** Like `admitList`, for a list that may replace a campaign: the credits that the account holds count too. */
export async function admitReplacingList(deps: AdmitDeps, sender: Sender): Promise<void> {
  const { held } = await deps.ledger.balance(sender.user.streamId);
  await (held > 0 ? admitPlan(deps, sender) : admitList(deps, sender));
}

/**
 * Checks before a contact list is read that its sender has a plan. Returns whether the request is new. Throws `AppError`
 * SUBSCRIPTION_REQUIRED or PAYMENT_OVERDUE.
 */
export async function admitPlan(
  { subscriptions, users, idempotencyKeys }: AdmitDeps,
  { user, idempotencyKey: key }: Sender,
): Promise<'new' | 'repeated'> {
  // A repeated request gets its stored response, whatever the plan and credits are by now. A key that was used for
  // other requests does not: each of those bodies would be read in full before the refusal.
  const repeated = key === undefined ? 'unknown' : await idempotencyKeys.statusOf(user.uid, key);
  if (repeated === 'completed') return 'repeated';
  // A request in progress may yet be refused, so its key does not replace a plan.
  await assertSubscribed({ subscriptions, users }, user.uid);
  return repeated === 'in progress' ? 'repeated' : 'new';
}
