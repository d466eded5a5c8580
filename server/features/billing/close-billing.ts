import type { BillingDeps } from './billing-deps.ts';
import { detachRemoved } from './cards/detach-cards.ts';
import { settleInvoice } from './invoices/settle-invoice.ts';
import { voidPurchases } from './purchases/buy-credits.ts';
import { syncSubscription } from './subscriptions/sync-subscription.ts';

/**
 * Closes the billing of an account that is being erased: voids what is open to be paid, cancels the plan at once and removes
 * what names the payer. Invoices and refunds are kept without it. What is paid from now on is refunded. Repeatable.
 */
export async function closeBilling(
  deps: BillingDeps,
  { uid, streamId }: { uid: string; streamId: string },
): Promise<void> {
  const account = await deps.accounts.close(uid, streamId, deps.clock.now());
  await deps.autoPurchases.erase(uid);
  const { subscriptionId, invoiceId } = account?.checkout ?? {};
  if (subscriptionId !== undefined && invoiceId !== undefined) {
    // Returns the money if the payment was faster than this.
    await settleInvoice(deps, invoiceId);
    if ((await deps.gateway.openPayment(subscriptionId)) !== undefined) {
      const canceled = await deps.gateway.cancelUnpaid({ subscriptionId, invoiceId });
      if (canceled === 'paid') await settleInvoice(deps, invoiceId);
    }
  }
  await voidPurchases(deps, uid);
  const live = account?.liveSubscriptionId;
  const open = await deps.records.openSubscriptions(uid);
  for (const id of new Set([...open, ...(live === undefined ? [] : [live])])) {
    await deps.gateway.cancelNow(id);
    await syncSubscription(deps, id);
  }
  await detachRemoved(deps, uid);
  await deps.accounts.eraseCheckouts(uid);
  await deps.records.eraseLinks(uid);
  await deps.alerts.erase(uid);
  await deps.purchaseLimit.erase(uid);
  await deps.mails.erase(uid);
}
