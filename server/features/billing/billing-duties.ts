import { HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import type { Duty } from '#server/platform/work/duty.ts';
import type { BillingDeps } from './billing-deps.ts';
import { DETACH_CARDS_DUTY, detachDue } from './cards/detach-cards.ts';
import { CUSTOMER_DETAILS_DUTY, sendDueDetails } from './customer-details.ts';
import { sweepEvents } from './events/handle-event.ts';
import { BILLING_MAILS_DUTY } from './mails/queue-mail.ts';
import { sendBillingMails } from './mails/send-mails.ts';
import { AUTO_PURCHASE_DUTY } from './purchases/automatic/auto-purchase.ts';
import { buyAutomatically } from './purchases/automatic/carry-out-orders.ts';
import { checkCards } from './reminders/card-expiry.ts';
import { checkCreditAlerts } from './reminders/credit-alerts.ts';

/** Returns the recurring work of billing. */
export function billingDuties(deps: BillingDeps): Duty[] {
  return [
    { name: 'list-payment-events', everyMs: HOUR_MS, run: ({ signal }) => sweepEvents(deps, signal) },
    { name: BILLING_MAILS_DUTY, everyMs: MINUTE_MS, run: ({ signal }) => sendBillingMails(deps, signal) },
    {
      name: 'check-credit-reminders',
      everyMs: MINUTE_MS,
      run: ({ signal }) => checkCreditAlerts(deps, { signal }),
    },
    { name: AUTO_PURCHASE_DUTY, everyMs: MINUTE_MS, run: ({ signal }) => buyAutomatically(deps, { signal }) },
    {
      name: 'check-all-automatic-purchases',
      everyMs: HOUR_MS,
      run: ({ signal }) => buyAutomatically(deps, { all: true, signal }),
    },
    {
      name: 'check-all-credit-reminders',
      everyMs: HOUR_MS,
      run: ({ signal }) => checkCreditAlerts(deps, { all: true, signal }),
    },
    { name: 'check-cards', everyMs: 10 * MINUTE_MS, run: ({ signal }) => checkCards(deps, signal) },
    { name: CUSTOMER_DETAILS_DUTY, everyMs: MINUTE_MS, run: ({ signal }) => sendDueDetails(deps, signal) },
    { name: DETACH_CARDS_DUTY, everyMs: MINUTE_MS, run: ({ signal }) => detachDue(deps, signal) },
  ];
}
