/** Does over HTTP what happens at Stripe without Hark: refunds by support, and what banks and cardholders do. Cents. */
export function createTestDashboard(origin: string) {
  async function post(path: string, body: object = {}): Promise<string> {
    const response = await fetch(`${origin}/local/stripe/dashboard/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { id?: string };
    if (!response.ok || answer.id === undefined) throw new Error(JSON.stringify(answer));
    return answer.id;
  }

  return {
    /** Refunds an invoice's payment, all that is left of it or a part; returns the refund's id. */
    refund: (invoice: string, amount?: number) => post('refunds', { invoice, amount }),
    /** The bank sends a refund back. */
    failRefund: (refund: string) => post(`refunds/${refund}/fail`),
    /** Gives a customer credit, which the next invoices take up first; `refund_of` in its metadata names an invoice. */
    giveCredit: (customer: string, amount: number, metadata: Record<string, string> = {}) =>
      post('credit', { customer, amount, metadata }),
    /** Disputes an invoice's payment; returns the dispute's id. An inquiry withdraws no money. */
    dispute: (invoice: string, options: { amount?: number; inquiry?: boolean } = {}) =>
      post('disputes', { invoice, ...options }),
    winDispute: (dispute: string) => post(`disputes/${dispute}/win`),
    loseDispute: (dispute: string) => post(`disputes/${dispute}/lose`),
  };
}

export type TestDashboard = ReturnType<typeof createTestDashboard>;
