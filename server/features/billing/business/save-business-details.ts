import { isDeepStrictEqual } from 'node:util';
import type { BusinessDetails } from '#shared/schemas/calling/business-details.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { createCustomerDetails } from '#server/features/billing/customer-details.ts';

/**
 * Replaces what a business wants on its invoices, and lets the payment provider know, however often that takes. Invoices
 * that exist keep their details; an open checkout is replaced when it is asked for again.
 */
export async function saveBusinessDetails(
  deps: BillingDeps,
  uid: string,
  details: BusinessDetails,
): Promise<void> {
  const { business } = deps;
  const { taxIdRefused, ...stored } = await business.of(uid);
  if (isDeepStrictEqual(stored, details) && !taxIdRefused) return;
  await createCustomerDetails(deps).changing(uid, () => business.save(uid, details));
}
