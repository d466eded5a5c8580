import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { CustomerGone } from '#server/providers/payments/port.ts';
import { isCustomerOf } from './billing-account-store.ts';
import type { BillingDeps } from './billing-deps.ts';
import { sendDetails } from './customer-details.ts';

/**
 * Returns the customer id of a user, creating the customer at the payment provider on first use. Details that are due are
 * sent first, so that the next invoice has them. Throws NOT_FOUND for an unknown user.
 */
export async function customerOf(deps: BillingDeps, uid: string): Promise<string> {
  const customerId = (await deps.accounts.byUid(uid))?.customerId ?? (await createCustomer(deps, uid));
  const dueAt = (await deps.accounts.byUid(uid))?.detailsDueAt;
  if (dueAt !== undefined && dueAt <= deps.clock.now()) await sendDetails(deps, uid);
  return customerId;
}

/**
 * Runs `use` with the customer of a user. A customer that the payment provider no longer has is replaced, once, and `use`
 * runs again with the new one.
 */
export async function withCustomer<T>(
  deps: BillingDeps,
  uid: string,
  use: (customerId: string) => Promise<T>,
): Promise<T> {
  const customerId = await customerOf(deps, uid);
  try {
    return await use(customerId);
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    deps.log.warn({ uid, customerId }, 'the payment provider no longer has a customer: creating a new one');
    await replaceCustomer(deps, uid, customerId);
    return use(await customerOf(deps, uid));
  }
}

/** Repeatable, also by two processes at once: the new customer is named after the one that it replaces. */
async function replaceCustomer(
  { accounts, gateway, users, clock }: BillingDeps,
  uid: string,
  gone: string,
): Promise<void> {
  const user = await users.byUid(uid);
  if (user === undefined) throw notFound('User');
  const payer = { uid, email: user.email, name: user.displayName };
  await accounts.replaceCustomer(uid, gone, await gateway.ensureCustomer(payer, gone), clock.now());
}

async function createCustomer(
  { accounts, gateway, users, clock }: BillingDeps,
  uid: string,
): Promise<string> {
  const user = await users.byUid(uid);
  if (user === undefined) throw notFound('User');
  const customerId = await gateway.ensureCustomer({ uid, email: user.email, name: user.displayName });
  const saved = await accounts.saveCustomerId(uid, customerId);
  // A change meanwhile found no customer to tell.
  const [current, account] = await Promise.all([users.byUid(uid), accounts.byUid(uid)]);
  const changed = current?.email !== user.email || current.displayName !== user.displayName;
  if (changed || account?.business !== undefined) await accounts.detailsChanged(uid, clock.now());
  return saved;
}

/** The user of a customer. */
export interface Payer {
  uid: string;
  streamId: string;
}

/**
 * Returns the user of a customer id, also of a closed account; `undefined` if it is not one of ours. Falls back to the
 * provider, for a process that crashed before it stored a new customer.
 */
export async function payerOf(
  { accounts, gateway, users }: BillingDeps,
  customerId: string,
): Promise<Payer | undefined> {
  const storedUid = await accounts.uidOf(customerId);
  const uid = storedUid ?? (await gateway.payerOf(customerId));
  if (uid === undefined) return undefined;
  // In this order: a user is erased after the billing account is closed.
  const streamId = (await users.streamIdOf(uid)) ?? (await accounts.byUid(uid))?.closed?.streamId;
  if (streamId === undefined) return undefined;
  if (storedUid === undefined) await accounts.saveCustomerId(uid, customerId);
  return { uid, streamId };
}

/** Throws NOT_FOUND unless `id` is absent, the caller's uid or the caller's customer id. */
export async function assertOwnPath(deps: BillingDeps, uid: string, id: string | undefined): Promise<void> {
  if (!(await isOwn(deps, uid, id))) throw notFound('Customer');
}

/** Throws FORBIDDEN if a body names another customer. */
export async function assertOwnBody(deps: BillingDeps, uid: string, id: string | undefined): Promise<void> {
  if (id !== '' && !(await isOwn(deps, uid, id)))
    throw new AppError('FORBIDDEN', 'This customer belongs to another user.');
}

async function isOwn({ accounts }: BillingDeps, uid: string, id: string | undefined): Promise<boolean> {
  return id === undefined || id === uid || isCustomerOf(await accounts.byUid(uid), id);
}
