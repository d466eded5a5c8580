import { z } from 'zod';
import type { PlanId } from '#shared/plans.ts';
import { confirmPaymentOutput, paymentIntentOutput } from '#shared/schemas/billing/billing.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { PaymentAttempt } from '#server/providers/payments/port.ts';
import {
  attemptWith,
  type EarlierAttempt,
  type IdempotentWork,
} from '#server/platform/idempotency/idempotent.ts';
import { runIdempotentCall, type IdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import {
  finishPayment,
  findFinishedPayment,
  ownIntent,
  paidPlan,
  paidPlanSchema,
  secretOf,
  type PaidPlan,
} from './finish-payment.ts';
import { openCheckout } from './open-checkout.ts';
import { payWithSavedCard, subscribeWithDefaultCard } from './pay-with-saved-card.ts';
import { settleInvoice } from '#server/features/billing/invoices/settle-invoice.ts';

/** A checkout without the secret with which anybody can pay it: that is not stored with a key. */
const openedSchema = paymentIntentOutput.omit({ clientSecret: true });
type Opened = z.infer<typeof openedSchema>;

/** Runs `openCheckout` once per key. Repeated, it returns the same payment, also after it was paid or replaced. */
export async function openCheckoutOnce(
  deps: BillingDeps,
  call: IdempotentCall & { user: { uid: string } },
  plan: PlanId,
): Promise<z.infer<typeof paymentIntentOutput>> {
  const { uid } = call.user;
  let secret: string | undefined;
  const opened = await runIdempotentCall(deps, call, {
    idsSchema: z.object({ before: z.int() }),
    resultSchema: openedSchema,
    ids: { before: (await deps.accounts.byUid(uid))?.checkout?.n ?? 0 },
    perform: async () => {
      const { clientSecret, intentId, customerId, subscriptionId } = await openCheckout(deps, uid, plan);
      secret = clientSecret;
      return { paymentIntentId: intentId, customerId, subscriptionId };
    },
    lookup: ({ before }) => openedSince(deps, uid, plan, before),
  });
  const clientSecret = secret ?? (await secretOf(deps, uid, opened.paymentIntentId));
  if (clientSecret === null) throw new Error(`Payment ${opened.paymentIntentId} has no secret`);
  return { ...opened, clientSecret };
}

/** Finds the checkout that followed checkout `before`. Throws CONFLICT if it is for another plan: a later choice. */
async function openedSince(
  { accounts }: BillingDeps,
  uid: string,
  plan: PlanId,
  before: number,
): Promise<EarlierAttempt<Opened>> {
  const { checkout, customerId } = (await accounts.byUid(uid)) ?? {};
  if (checkout === undefined || checkout.n <= before) return { kind: 'none' };
  if (checkout.plan !== plan) throw new AppError('CONFLICT', 'Another plan was chosen in the meantime.');
  const { intentId: paymentIntentId, subscriptionId } = checkout;
  if (paymentIntentId === undefined || subscriptionId === undefined || customerId === undefined)
    return { kind: 'none' };
  return { kind: 'done', result: { paymentIntentId, subscriptionId, customerId } };
}

/** The payment with a saved card as an operation of a key: the payment provider knows its attempts by their ids. */
export function savedCardWork(
  deps: BillingDeps,
  uid: string,
  { paymentIntentId: id, paymentMethodId: cardId }: { paymentIntentId: string; paymentMethodId: string },
): IdempotentWork<{ attempt: string }, z.infer<typeof confirmPaymentOutput>> {
  const result = (attempt: PaymentAttempt) => ({
    success: attempt.kind === 'paid' || attempt.kind === 'processing',
    requiresAction: attempt.kind === 'requires_action',
    error: attempt.kind === 'declined' ? attempt.message : null,
    paymentIntent: { id },
  });
  return {
    idsSchema: z.object({ attempt: z.string() }),
    resultSchema: confirmPaymentOutput,
    ids: { attempt: newId() },
    perform: async ({ attempt }) => result(await payWithSavedCard(deps, uid, id, cardId, `pay:${attempt}`)),
    lookup: async () => {
      const { status } = await ownIntent(deps, uid, id);
      return attemptWith(status === 'paid' || status === 'processing' ? result({ kind: status }) : undefined);
    },
  };
}

// The database stores `undefined` as null.
const subscribingSchema = z.object({ before: z.string().nullish(), attempt: z.string() });

/** `subscribeWithDefaultCard` as an operation of a key. Repeated, it returns the first response instead of CONFLICT. */
export async function subscribeWork(
  deps: BillingDeps,
  uid: string,
  plan: PlanId,
): Promise<IdempotentWork<z.infer<typeof subscribingSchema>, PaidPlan>> {
  const before = (await deps.accounts.byUid(uid))?.liveSubscriptionId;
  return {
    idsSchema: subscribingSchema,
    resultSchema: paidPlanSchema,
    ids: { before, attempt: newId() },
    perform: ({ attempt }) => subscribeWithDefaultCard(deps, uid, plan, `subscribe:${attempt}`),
    lookup: async (ids) => attemptWith(await subscribedSince(deps, uid, plan, ids.before)),
  };
}

/** Returns the plan that the current checkout has paid for, if it replaced subscription `before`. */
async function subscribedSince(
  deps: BillingDeps,
  uid: string,
  plan: PlanId,
  before: string | null | undefined,
): Promise<PaidPlan | undefined> {
  const { checkout } = (await deps.accounts.byUid(uid)) ?? {};
  if (checkout?.plan !== plan || checkout.invoiceId === undefined) return undefined;
  const { invoiceId, subscriptionId } = checkout;
  // First, as a process that died after the charge leaves it to this call: its subscription is live only then.
  if ((await settleInvoice(deps, invoiceId)) !== 'granted') return undefined;
  const live = (await deps.accounts.byUid(uid))?.liveSubscriptionId;
  return live === subscriptionId && live !== before ? paidPlan(deps, uid, invoiceId) : undefined;
}

/** `finishPayment` as an operation of a key. */
export function finishWork(
  deps: BillingDeps,
  uid: string,
  intentId: string,
): IdempotentWork<object, PaidPlan> {
  return {
    idsSchema: z.object({}),
    resultSchema: paidPlanSchema,
    ids: {},
    perform: () => finishPayment(deps, uid, intentId),
    lookup: async () => attemptWith(await findFinishedPayment(deps, uid, intentId)),
  };
}
