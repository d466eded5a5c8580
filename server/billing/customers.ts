import { AppError, notFound } from '#server/lib/errors.ts';
import type { BillingDeps } from './billing-deps.ts';

/** The customer id of a user, made at the payment provider the first time. */
export async function customerOf({ accounts, gateway, users }: BillingDeps, uid: string): Promise<string> {
  const known = (await accounts.byUid(uid))?.customerId;
  if (known !== undefined) return known;
  const user = await users.byUid(uid);
  if (user === undefined) throw notFound('User');
  const customerId = await gateway.ensureCustomer({ uid, email: user.email, name: user.displayName });
  return accounts.saveCustomerId(uid, customerId);
}

/** The user behind a customer. */
export interface Payer {
  uid: string;
  streamId: string;
}

/**
 * The user of a customer id. The provider knows it too, so a process that died between making a customer and storing
 * it has lost nothing. `undefined` for customers that are not ours.
 */
export async function payerOf(
  { accounts, gateway, users }: BillingDeps,
  customerId: string,
): Promise<Payer | undefined> {
  const known = await accounts.uidOf(customerId);
  const uid = known ?? (await gateway.payerOf(customerId));
  const user = uid === undefined ? undefined : await users.byUid(uid);
  if (uid === undefined || user === undefined) return undefined;
  if (known === undefined) await accounts.saveCustomerId(uid, customerId);
  return { uid, streamId: user.streamId };
}

/** Billing paths take the caller's uid or customer id; every other id is a 404 (contract §6). */
export async function assertOwnPath(deps: BillingDeps, uid: string, id: string | undefined): Promise<void> {
  if (!(await isOwn(deps, uid, id))) throw notFound('Customer');
}

/** Another customer's id inside a body is a 403 (contract §5). */
export async function assertOwnBody(deps: BillingDeps, uid: string, id: string | undefined): Promise<void> {
  if (id !== '' && !(await isOwn(deps, uid, id)))
    throw new AppError('FORBIDDEN', 'This customer belongs to another user.');
}

async function isOwn({ accounts }: BillingDeps, uid: string, id: string | undefined): Promise<boolean> {
  return id === undefined || id === uid || (await accounts.byUid(uid))?.customerId === id;
}
