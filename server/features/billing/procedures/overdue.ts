import { z } from 'zod';
import { payInvoiceInput, payInvoiceOutput } from '#shared/schemas/billing/billing.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { createOwnProcedure } from '#server/features/billing/billing-procedure.ts';
import { runIdempotentCharge, presentAttempt } from '#server/features/billing/invoices/idempotent-charge.ts';
import { payOpenInvoice, type OverduePayment } from '#server/features/billing/invoices/pay-open-invoice.ts';
import { presentCard } from '#server/features/billing/present-billing.ts';

/** Payment of a renewal that failed. */
export function overdueProcedures(deps: BillingDeps) {
  return {
    payOpenInvoice: createOwnProcedure(deps)
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/billing/{id}/invoices/{invoiceId}/pay',
          summary: 'Pay the open invoice of a renewal with a saved card',
          errors: ['PAYMENT_REQUIRED'],
          idempotent: true,
        },
      })
      .input(payInvoiceInput)
      .output(payInvoiceOutput)
      .mutation(({ ctx, input: { invoiceId, paymentMethodId: cardId } }) =>
        runIdempotentCharge(deps, ctx, storedSchema, async (attempt) =>
          present(await payOpenInvoice(deps, ctx.user.uid, { invoiceId, cardId, key: `pay:${attempt}` })),
        ),
      ),
  };
}

/** The response without the secret with which anybody can pay; `intentId` is the payment that it belongs to. */
const storedSchema = payInvoiceOutput
  .omit({ clientSecret: true })
  .extend({ intentId: z.string().nullable() });

function present({ payment, card, intentId }: OverduePayment): z.output<typeof storedSchema> {
  return {
    ...presentAttempt(payment),
    success: payment.kind === 'paid' || payment.kind === 'processing',
    payment_method: card === undefined ? null : presentCard(card),
    intentId: intentId ?? null,
  };
}
