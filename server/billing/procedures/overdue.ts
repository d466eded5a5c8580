import { payInvoiceInput, payInvoiceOutput } from '#shared/schemas/billing.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { billingProcedure } from '#server/billing/billing-procedure.ts';
import { assertOwnPath } from '#server/billing/customers.ts';
import { payOpenInvoice } from '#server/billing/invoices/pay-open-invoice.ts';
import { presentCard } from '#server/billing/present-billing.ts';

/** Payment of a renewal that failed. */
export function overdueProcedures(deps: BillingDeps) {
  return {
    payOpenInvoice: billingProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/billing/{id}/invoices/{invoiceId}/pay',
          summary: 'Pay the open invoice of a renewal with a saved card',
        },
      })
      .input(payInvoiceInput)
      .output(payInvoiceOutput)
      .mutation(async ({ ctx, input: { id, invoiceId, paymentMethodId } }) => {
        const { uid } = ctx.user;
        await assertOwnPath(deps, uid, id);
        const { payment, card, clientSecret } = await payOpenInvoice(deps, uid, {
          invoiceId,
          cardId: paymentMethodId,
        });
        return {
          success: payment.kind === 'paid' || payment.kind === 'processing',
          payment_method: card === undefined ? null : presentCard(card),
          payment: payment.kind === 'processing' ? ('paid' as const) : payment.kind,
          error: payment.kind === 'declined' ? payment.message : null,
          clientSecret: clientSecret ?? null,
        };
      }),
  };
}
