import type { Request } from 'express';
import { formatNumber } from '#shared/formats.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Context, SignedInUser } from '#server/trpc/context.ts';
import { protectedProcedure } from '#server/trpc/trpc.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';

/** What is smaller is read to say first what is wrong with it. */
const LARGE_BYTES = 16 * 1024;

/** Whether a body is large, or may be: one that is sent in chunks does not say. */
export function isLarge({ headers }: Request): boolean {
  return isLargeSize(Number(headers['content-length'] ?? Infinity));
}

function isLargeSize(bytes: number): boolean {
  return !(bytes <= LARGE_BYTES);
}

/** A procedure that takes a list of contacts: of a large one, its sender is looked at before any of it is parsed. */
export function createListProcedure(deps: AdmitDeps) {
  return protectedProcedure.use(async ({ ctx, next }) => {
    if (isLargeSize(ctx.bodyBytes)) await admitList(deps, ctx);
    return next();
  });
}

type AdmitDeps = Pick<CampaignsDeps, 'subscriptions' | 'ledger' | 'requestKeys'>;

/**
 * Refuses a list of contacts of somebody who cannot pay for a single one, before it is read. Throws `AppError`:
 * SUBSCRIPTION_REQUIRED, INSUFFICIENT_CREDITS.
 */
export async function admitList(
  { subscriptions, ledger, requestKeys }: AdmitDeps,
  { user, idempotencyKey: key }: Pick<Context, 'idempotencyKey'> & { user: SignedInUser },
): Promise<void> {
  // A request that is repeated gets its first answer, whatever has become of the plan and the credits since. A key
  // that came with another request admits nothing more: each of those would be read in full before it is refused.
  const repeated = key === undefined ? 'unknown' : await requestKeys.statusOf(user.uid, key);
  if (repeated === 'completed') return;
  // The key of a request that is about to be refused is at work too: it admits nobody without a plan.
  if (!(await subscriptions.isSubscribed(user.uid)))
    throw new AppError('SUBSCRIPTION_REQUIRED', 'Subscription Required');
  if (repeated === 'in progress') return;
  const quote = await ledger.quote(user.streamId, 1);
  if (quote === undefined || quote.cost <= quote.available) return;
  const { cost: needed, available } = quote;
  const text = `Insufficient credits: ${formatNumber(needed)} needed, ${formatNumber(available)} available`;
  throw new AppError('INSUFFICIENT_CREDITS', text, { needed, available });
}
