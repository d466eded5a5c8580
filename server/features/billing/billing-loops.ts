import { MINUTE_MS, SECOND_MS } from '#shared/time-units.ts';
import { combineLoops, createIntervalLoop } from '#server/platform/lib/concurrency/interval-loop.ts';
import type { BillingDeps } from './billing-deps.ts';
import { detachDue } from './cards/detach-cards.ts';
import { sendDueDetails } from './customer-details.ts';
import { sweepEvents } from './events/handle-event.ts';
import { sendBillingMails } from './mails/send-mails.ts';
import { checkCards } from './reminders/card-expiry.ts';
import { checkCreditAlerts } from './reminders/credit-alerts.ts';

/** The background work of billing, how often it runs, and what the log says if it fails. */
const WORK = [
  [sweepEvents, 60 * MINUTE_MS, 'failed to list missed payment events; retrying in an hour'],
  [sendBillingMails, 5 * SECOND_MS, 'failed to send due billing mails'],
  [checkCreditAlerts, 5 * SECOND_MS, 'failed to check credit reminders; will retry'],
  [
    (deps: BillingDeps) => checkCreditAlerts(deps, { all: true }),
    60 * MINUTE_MS,
    'failed to check all credit reminders; will retry',
  ],
  [checkCards, 10 * MINUTE_MS, 'failed to check cards that expire; will retry'],
  [sendDueDetails, 30 * SECOND_MS, 'failed to update customers at the payment provider; will retry'],
  [detachDue, 30 * SECOND_MS, 'failed to remove cards at the payment provider; will retry'],
] as const;

/** Creates the loops that do the background work of billing. */
export function createBillingLoops(deps: BillingDeps) {
  return combineLoops(
    WORK.map(([work, ms, failure]) =>
      createIntervalLoop(
        ms,
        () => work(deps),
        (error) => {
          deps.log.warn({ err: error }, failure);
        },
      ),
    ),
  );
}
