import { iso, section } from '#server/platform/module/export-rows.ts';
import { NO_BUSINESS_DETAILS } from '#shared/schemas/calling/business-details.ts';
import type { Subscriptions } from './api.ts';
import type { BillingDeps } from './billing-deps.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';

/** Returns the invoices of an account, what is written on them, and the automatic purchase. */
export function paymentSections(
  { business, autoPurchases }: Pick<BillingDeps, 'business' | 'autoPurchases'>,
  subscriptions: Pick<Subscriptions, 'accountOf'>,
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
    section(
      'automatic-purchase',
      ['on', 'threshold', 'credits', 'max_per_month', 'stopped'],
      async function* ({ uid }) {
        const purchase = await autoPurchases.byUid(uid);
        if (purchase === undefined) return;
        const { onSince, threshold, credits, maxPerMonth: max_per_month, stopped = null } = purchase;
        yield { on: onSince !== undefined, threshold, credits, max_per_month, stopped };
      },
    ),
  ];
}
