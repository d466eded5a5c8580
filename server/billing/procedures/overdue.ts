import { z } from 'zod';
import { payInvoiceInput, payInvoiceOutput } from '#shared/schemas/billing.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { createOwnProcedure } from '#server/billing/billing-procedure.ts';
import { secretOf } from '#server/billing/checkout/finish-payment.ts';
import { payOpenInvoice, type OverduePayment } from '#server/billing/invoices/pay-open-invoice.ts';
import { presentCard } from '#server/billing/present-billing.ts';
import { newId } from '#server/lib/ids.ts';
import { oncePerKey, type KeyedCall } from '#server/request-keys/once-per-key.ts';

/** Payment of a renewal that failed. */
export function overdueProcedures(deps: BillingDeps) {
  return {
    payOpenInvoice: createOwnProcedure(deps)
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/billing/{id}/invoices/{invoiceId}/pay',
          summary: 'Pay the open invoice of a renewal with a saved card',
          idempotent: true,
        },
      })
      .input(payInvoiceInput)
      .output(payInvoiceOutput)
      .mutation(({ ctx, input }) => payOpenInvoiceOnce(deps, ctx, input)),
  };
}

/** The response without the secret with which anybody can pay; `intentId` is the payment that it belongs to. */
const storedSchema = payInvoiceOutput
  .omit({ clientSecret: true })
  .extend({ intentId: z.string().nullable() });

/** Runs `payOpenInvoice` once per `Idempotency-Key`. */
async function payOpenInvoiceOnce(
  deps: BillingDeps,
  call: KeyedCall & { user: { uid: string } },
  { invoiceId, paymentMethodId: cardId }: z.output<typeof payInvoiceInput>,
): Promise<z.output<typeof payInvoiceOutput>> {
  const { uid } = call.user;
  const { intentId, ...paid } = await oncePerKey(deps, call, {
    idsSchema: z.object({ attempt: z.string() }),
    resultSchema: storedSchema,
    ids: { attempt: newId() },
    perform: async ({ attempt }) =>
      present(await payOpenInvoice(deps, uid, { invoiceId, cardId, key: `pay:${attempt}` })),
    // Repeated under the same ids, it charges nothing: the payment provider knows the attempt.
    lookup: () => Promise.resolve({ kind: 'none' }),
  });
  return { ...paid, clientSecret: await secretOf(deps, uid, intentId) };
}

function present({ payment, card, intentId }: OverduePayment): z.output<typeof storedSchema> {
  return {
    success: payment.kind === 'paid' || payment.kind === 'processing',
    payment_method: card === undefined ? null : presentCard(card),
    payment: payment.kind === 'processing' ? 'paid' : payment.kind,
    error: payment.kind === 'declined' ? payment.message : null,
    intentId: intentId ?? null,
  };
}
