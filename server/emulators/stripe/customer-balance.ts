import type { LocalBalanceTransaction, LocalInvoice, LocalSubscription } from './account-state.ts';
import { newObjectId, type AccountContext } from './account.ts';

type Change = Pick<LocalBalanceTransaction, 'type' | 'amount'> & Partial<LocalBalanceTransaction>;

/** Changes the customer's balance by `amount` cents and records the transaction. */
export function changeBalance({ state, now }: AccountContext, change: Change): LocalBalanceTransaction {
  state.customer.balance += change.amount;
  const transaction: LocalBalanceTransaction = {
    id: newObjectId('cbtxn', state),
    invoice: null,
    description: null,
    metadata: {},
    created: now,
    ...change,
    endingBalance: state.customer.balance,
  };
  state.balanceTransactions.push(transaction);
  return transaction;
}

/** Applies the customer's balance to an invoice of `total` cents: credit reduces it, a debt is added to it. */
export function applyBalance(
  account: AccountContext,
  invoice: string,
  total: number,
): Pick<LocalInvoice, 'startingBalance' | 'endingBalance'> {
  const startingBalance = account.state.customer.balance;
  const endingBalance = Math.min(0, startingBalance + total);
  const amount = endingBalance - startingBalance;
  if (amount !== 0) changeBalance(account, { type: 'applied_to_invoice', amount, invoice });
  return { startingBalance, endingBalance };
}

/** Restores the balance that was applied to a voided invoice. */
export function unapplyBalance(
  account: AccountContext,
  { id, startingBalance, endingBalance }: LocalInvoice,
): void {
  const amount = startingBalance - endingBalance;
  if (amount !== 0) changeBalance(account, { type: 'unapplied_from_invoice', amount, invoice: id });
}

/** Returns the amount of an invoice that a card pays, in cents, after the customer's balance was applied. */
export function amountDue({
  price,
  discount = 0,
  startingBalance,
  endingBalance,
}: Pick<LocalInvoice, 'price' | 'discount' | 'startingBalance' | 'endingBalance'>): number {
  return price.amount - discount + startingBalance - endingBalance;
}

/** Returns what the coupon of a subscription takes off its next invoice, in cents. */
export function discountOf({ price, percentOff = 0 }: LocalSubscription): number {
  return Math.round((price.amount * percentOff) / 100);
}
