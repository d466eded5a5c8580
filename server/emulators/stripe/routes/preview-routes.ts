import { z } from 'zod';
import { findSubscription } from '../account.ts';
import { endsBefore } from '../subscriptions.ts';
import { StripeApiError } from '../stripe-api-error.ts';
import { invoicePreviewView } from '../views/invoice-views.ts';
import { accountRoute } from './route.ts';

/** The next invoice of a subscription. The request changes nothing, although it is a POST. */
export const previewRoutes = [
  {
    ...accountRoute(
      'POST /v1/invoices/create_preview',
      z.strictObject({ subscription: z.string() }),
      (account, { subscription: id }) => {
        const subscription = findSubscription(account, id);
        if (subscription.endedAt !== null || endsBefore(subscription, subscription.periodEnd))
          throw new StripeApiError(404, {
            type: 'invalid_request_error',
            code: 'invoice_upcoming_none',
            message: `No upcoming invoices for customer: ${account.state.customer.id}`,
          });
        return invoicePreviewView(account, subscription);
      },
    ),
    reads: true,
  },
];
