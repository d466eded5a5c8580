import { ProviderRejected } from '#server/providers/errors.ts';
import type { CustomerDetails } from './api.ts';
import type { BillingDeps } from './billing-deps.ts';

/** How long a write may take before its change is due in any case, should the process die. */
const WRITE_MS = 30_000;
const MAX_AT_ONCE = 20;

/** Keeps the names and addresses of customers at the payment provider in line with those of their users. */
export function createCustomerDetails(deps: BillingDeps): CustomerDetails {
  const { accounts, background, clock } = deps;
  return {
    async changing(uid, write) {
      // Before the write, so that a process that dies after it leaves a change that is due.
      await accounts.detailsChanged(uid, new Date(clock.now().getTime() + WRITE_MS));
      const result = await write();
      background.run('update customer', () => sendDetails(deps, uid));
      return result;
    },
  };
}

/** Tells the payment provider the names and addresses that are due. Throws the first failure after all were tried. */
export async function sendDueDetails(deps: BillingDeps): Promise<void> {
  const due = await deps.accounts.detailsDue(deps.clock.now(), MAX_AT_ONCE);
  const results = await Promise.allSettled(due.map(({ _id }) => sendDetails(deps, _id)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Tells the payment provider the current name and address of a user; due again if they change meanwhile. */
async function sendDetails(
  { accounts, users, gateway, clock, log }: BillingDeps,
  uid: string,
): Promise<void> {
  const account = await accounts.byUid(uid);
  if (account?.customerId === undefined || account.detailsDueAt === undefined) return;
  // Read after the revision: what is sent is at least as new.
  const user = await users.byUid(uid);
  if (user !== undefined) {
    try {
      await gateway.updateCustomer(account.customerId, { email: user.email, name: user.displayName });
    } catch (error) {
      if (!(error instanceof ProviderRejected)) throw error;
      log.error({ err: error, uid }, 'the payment provider refused the name or address of a customer');
    }
  }
  await accounts.detailsSent(uid, account.detailsRevision ?? 0, clock.now());
}
