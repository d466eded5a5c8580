/** Creates a client for actions outside of Hark: dashboard refunds, bank decisions and disputes. Amounts are cents. */
export function createTestDashboard(origin: string) {
  async function post(path: string, body: object = {}): Promise<string> {
    const response = await fetch(`${origin}/local/stripe/dashboard/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const result = (await response.json()) as { id?: string };
    if (!response.ok || result.id === undefined) throw new Error(JSON.stringify(result));
    return result.id;
  }

  return {
    /** Refunds an invoice's payment, by default the remaining amount; returns the id of the refund. */
    refund: (invoice: string, amount?: number) => post('refunds', { invoice, amount }),
    /** Lets a refund fail at the bank. */
    failRefund: (refund: string) => post(`refunds/${refund}/fail`),
    /** Adds credit to the balance of a customer; `refund_of` in the metadata is the id of an invoice. */
    giveCredit: (customer: string, amount: number, metadata: Record<string, string> = {}) =>
      post('credit', { customer, amount, metadata }),
    /** Disputes an invoice's payment; returns the dispute's id. An inquiry withdraws no money. */
    dispute: (invoice: string, options: { amount?: number; inquiry?: boolean } = {}) =>
      post('disputes', { invoice, ...options }),
    /** Cancels a subscription at a time, as the customer portal does: with `cancel_at` alone. */
    cancelAt: (subscription: string, at: Date) =>
      post(`subscriptions/${subscription}/cancel`, { at: at.getTime() / 1000 }),
    /** Applies a coupon of `percent` to the next invoices of a subscription; 0 removes it. */
    giveDiscount: (subscription: string, percent: number) =>
      post(`subscriptions/${subscription}/discount`, { percent }),
    deleteCustomer: (customer: string) => post(`customers/${customer}/delete`),
    winDispute: (dispute: string) => post(`disputes/${dispute}/win`),
    loseDispute: (dispute: string) => post(`disputes/${dispute}/lose`),
  };
}

export type TestDashboard = ReturnType<typeof createTestDashboard>;
