import type { BusinessDetails } from '#shared/schemas/calling/business-details.ts';
import type { UserSummary } from '#server/features/auth/api.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import { CustomerGone } from '#server/providers/payments/port.ts';
import { allEnded } from '#server/platform/lib/concurrency/run-all.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import type { CustomerDetails } from './api.ts';
import type { BillingDeps } from './billing-deps.ts';

export const CUSTOMER_DETAILS_DUTY = 'send-customer-details';
/** How long a write may take before its change is due in any case, should the process die. */
const WRITE_MS = 30_000;
const MAX_AT_ONCE = 20;

/** Keeps the names and addresses of customers at the payment provider in line with those of their users. */
export function createCustomerDetails(deps: BillingDeps): CustomerDetails {
  const { accounts, clock, trigger } = deps;
  return {
    async changing(uid, write) {
      // Before the write, so that a process that dies after it leaves a change that is due.
      await accounts.detailsChanged(uid, fromNow(clock, WRITE_MS));
      const result = await write();
      // Again, as what read the revision meanwhile may have read the user before the write.
      if (await accounts.detailsChanged(uid, clock.now())) trigger(CUSTOMER_DETAILS_DUTY);
      return result;
    },
  };
}

/**
 * Tells the payment provider the names and addresses that are due, all at once and none once `signal` is aborted. Throws the first
 * failure after all were tried.
 */
export async function sendDueDetails(deps: BillingDeps, signal?: AbortSignal): Promise<void> {
  const due = await deps.accounts.detailsDue(deps.clock.now(), MAX_AT_ONCE);
  if (signal?.aborted !== true) await allEnded(due.map(({ _id }) => sendDetails(deps, _id)));
}

/**
 * Tells the payment provider the current name, address and business details of a user; due again if they change
 * meanwhile.
 */
export async function sendDetails(deps: BillingDeps, uid: string): Promise<void> {
  const { accounts, users, clock } = deps;
  const account = await accounts.byUid(uid);
  if (account?.customerId === undefined || account.detailsDueAt === undefined) return;
  // Read after the revision: what is sent is at least as new.
  const user = await users.byUid(uid);
  if (user !== undefined) {
    try {
      await sendTo(deps, account.customerId, user, account.business);
    } catch (error) {
      if (!(error instanceof ProviderRejected)) throw error;
      // The customer that replaces a missing one gets all details.
      if (error instanceof CustomerGone) deps.log.warn({ uid }, error.message);
      else
        deps.log.error({ err: error, uid }, 'the payment provider refused the name or address of a customer');
    }
  }
  await accounts.detailsSent(uid, account.detailsRevision ?? 0, clock.now());
}

/** A company is billed under its own name. */
async function sendTo(
  { gateway, business }: BillingDeps,
  customerId: string,
  { uid, email, displayName }: UserSummary,
  details: BusinessDetails | undefined,
): Promise<void> {
  if (details === undefined) return gateway.updateCustomer(customerId, { email, name: displayName });
  const { company, postal_code: postalCode, line1, line2, city, state, country } = details;
  const address = line1 === '' ? null : { line1, line2, city, state, postalCode, country };
  await gateway.updateCustomer(customerId, { email, name: company === '' ? displayName : company, address });
  const { tax_id_type: type, tax_id: value } = details;
  const result = await gateway.setTaxId(customerId, type === '' ? undefined : { type, value });
  if (result === 'refused') await business.taxIdRefused(uid, value);
}
