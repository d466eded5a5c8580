import { iso, section } from '#server/platform/module/export-rows.ts';
import { NO_BUSINESS_DETAILS } from '#shared/schemas/calling/business-details.ts';
import type { Subscriptions } from './api.ts';
import type { BusinessDetailsStore } from './business/business-details-store.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';

/** Returns the invoices of an account and what is written on them. */
export function paymentSections(
  subscriptions: Pick<Subscriptions, 'accountOf'>,
  business: Pick<BusinessDetailsStore, 'of'>,
): ExportSection[] {
  return [
    section(
      'invoices',
      ['invoice_number', 'date', 'plan_name', 'amount', 'currency', 'status', 'receipt_url'],
      async function* ({ uid }) {
        for (const invoice of (await subscriptions.accountOf(uid)).transactions) {
          const { invoice_number, timestamp, plan_name, amount, currency, status, receipt_url } = invoice;
          const date = iso(new Date(timestamp * 1000));
          yield { invoice_number, date, plan_name, amount, currency, status, receipt_url };
        }
      },
    ),
    section('invoice-details', Object.keys(NO_BUSINESS_DETAILS), async function* ({ uid }) {
      const { taxIdRefused: _refused, ...details } = await business.of(uid);
      yield details;
    }),
  ];
}
