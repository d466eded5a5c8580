import { z, type ZodType } from 'zod';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { PaymentAttempt } from '#server/providers/payments/port.ts';
import { runIdempotentCall, type IdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { secretOf } from '#server/features/billing/checkout/finish-payment.ts';

/**
 * Runs a payment with a saved card once per `Idempotency-Key`. `perform` gets the id of the attempt, under which it may run
 * again, and whether it may have run before: the payment provider knows an id for a day. The secret of the payment is added
 * afterwards, never stored.
 */
export async function runIdempotentCharge<Stored extends { intentId: string | null }>(
  deps: BillingDeps,
  call: IdempotentCall & { user: { uid: string } },
  resultSchema: ZodType<Stored>,
  perform: (attempt: string, isRepeated: boolean) => Promise<Stored>,
): Promise<Omit<Stored, 'intentId'> & { clientSecret: string | null }> {
  const own = newId();
  const { intentId, ...paid } = await runIdempotentCall(deps, call, {
    idsSchema: z.object({ attempt: z.string() }),
    resultSchema,
    ids: { attempt: own },
    perform: ({ attempt }) => perform(attempt, attempt !== own),
    lookup: () => Promise.resolve({ kind: 'none' }),
  });
  return { ...paid, clientSecret: await secretOf(deps, call.user.uid, intentId) };
}

/** Returns a payment attempt as responses show it. */
export function presentAttempt(payment: PaymentAttempt) {
  return {
    payment: payment.kind === 'processing' ? ('paid' as const) : payment.kind,
    error: payment.kind === 'declined' ? payment.message : null,
  };
}
