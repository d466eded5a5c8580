import { z } from 'zod';
import type { PlanId } from '#shared/plans.ts';
import { attemptWith, digestOf, runIdempotent } from '#server/request-keys/idempotent.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import {
  finishPayment,
  findFinishedPayment,
  paidPlan,
  paidPlanSchema,
  type PaidPlan,
} from './finish-payment.ts';
import { subscribeWithDefaultCard } from './pay-with-saved-card.ts';
import { settleInvoice } from '#server/billing/invoices/settle-invoice.ts';

/** The caller and the `Idempotency-Key` of a payment request. */
export interface KeyedPayment {
  uid: string;
  key: string | undefined;
}

/** Payments are idempotent by themselves: an earlier slow request may continue. */
const cancelNothing = () => Promise.resolve(true);

/**
 * Runs `subscribeWithDefaultCard` once per key. A repeated request returns the first response instead of CONFLICT.
 */
export async function subscribeIdempotently(
  deps: BillingDeps,
  { uid, key }: KeyedPayment,
  plan: PlanId,
): Promise<PaidPlan> {
  const before = (await deps.accounts.byUid(uid))?.liveSubscriptionId;
  return runIdempotent(
    deps,
    { uid, key, digest: digestOf('subscribe', plan) },
    {
      // The database stores `undefined` as null.
      idsSchema: z.object({ before: z.string().nullish() }),
      resultSchema: paidPlanSchema,
      ids: { before },
      perform: () => subscribeWithDefaultCard(deps, uid, plan),
      lookup: async (ids) => attemptWith(await subscribedSince(deps, uid, plan, ids.before)),
      cancel: cancelNothing,
    },
  );
}

/** Returns the plan that the current checkout has paid for, if it replaced subscription `before`. */
async function subscribedSince(
  deps: BillingDeps,
  uid: string,
  plan: PlanId,
  before: string | null | undefined,
): Promise<PaidPlan | undefined> {
  const { checkout, liveSubscriptionId: live } = (await deps.accounts.byUid(uid)) ?? {};
  const invoiceId = checkout?.plan === plan && checkout.subscriptionId === live && checkout.invoiceId;
  if (live === undefined || live === before || typeof invoiceId !== 'string') return undefined;
  return (await settleInvoice(deps, invoiceId)) === 'granted' ? paidPlan(deps, uid, invoiceId) : undefined;
}

/** Runs `finishPayment` once per key. */
export function finishPaymentIdempotently(
  deps: BillingDeps,
  { uid, key }: KeyedPayment,
  intentId: string,
): Promise<PaidPlan> {
  return runIdempotent(
    deps,
    { uid, key, digest: digestOf('finish payment', intentId) },
    {
      idsSchema: z.object({}),
      resultSchema: paidPlanSchema,
      ids: {},
      perform: () => finishPayment(deps, uid, intentId),
      lookup: async () => attemptWith(await findFinishedPayment(deps, uid, intentId)),
      cancel: cancelNothing,
    },
  );
}
