import { ProviderRejected } from '#server/providers/errors.ts';
import type { PaymentGateway } from './port.ts';
import { stripeCall, type Stripe } from './stripe-sdk.ts';

/** Stripe's error codes for a subscription without a next invoice. */
const NO_INVOICE = ['invoice_upcoming_none', 'resource_missing'];

/** The next invoice of a subscription, as Stripe computes it. */
export function stripePreview(stripe: Stripe): Pick<PaymentGateway, 'nextCharge'> {
  return {
    async nextCharge(subscription) {
      try {
        const preview = await stripeCall(() => stripe.invoices.createPreview({ subscription }));
        const tax = (preview.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
        return { due: preview.amount_due, tax };
      } catch (error) {
        if (error instanceof ProviderRejected && NO_INVOICE.includes(error.vendorCode)) return undefined;
        throw error;
      }
    },
  };
}
