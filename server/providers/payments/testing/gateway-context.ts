import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { PaymentEvent, PaymentGateway, TaxId } from '../port.ts';

/** Stripe's test cards, by what becomes of their payments. */
export type TestCard = 'pays' | 'declined' | 'authenticates' | 'refundFails' | 'disputed' | 'inquired';

/** An implementation under test, with the actions of a browser. */
export interface GatewayUnderTest {
  gateway: PaymentGateway;
  /** Enters a card into the payment form and confirms. Resolves once the payment and its invoice have settled. */
  pay(clientSecret: string, card: TestCard): Promise<void>;
  /** The refunded amount of a payment, in cents. */
  refunded(intentId: string): Promise<number>;
  /** The balance of a customer in cents; negative is credit. */
  balance(customerId: string): Promise<number>;
  /** The tax numbers of a customer. */
  taxIds(customerId: string): Promise<TaxId[]>;
  /** The actions of support, banks and cardholders at the provider. Amounts in cents; returns ids. */
  dashboard: {
    refund(invoiceId: string, amount?: number): Promise<string>;
    giveCredit(customerId: string, amount: number): Promise<unknown>;
    deleteCustomer(customerId: string): Promise<unknown>;
    winDispute(disputeId: string): Promise<unknown>;
    loseDispute(disputeId: string): Promise<unknown>;
  };
  stop(): Promise<void>;
}

export type GatewayContext = ReturnType<typeof createGatewayContext>;

/** Returns the steps that the rules share; `current` returns the implementation once it is started. */
export function createGatewayContext(current: () => GatewayUnderTest) {
  const gateway = () => current().gateway;

  async function newCustomer() {
    const uid = newId();
    const payer = { uid, email: `${uid}@example.com`, name: 'Ana Ortiz' };
    return { payer, customerId: await gateway().ensureCustomer(payer) };
  }

  async function paidSubscription(card: TestCard = 'pays') {
    const { customerId, payer } = await newCustomer();
    const payment = await gateway().startSubscription({
      customerId,
      plan: 'launch',
      key: `checkout:${newId()}:1`,
    });
    await current().pay(payment.clientSecret, card);
    return { customerId, payer, ...payment };
  }

  async function eventsAbout(id: string): Promise<PaymentEvent[]> {
    const found: PaymentEvent[] = [];
    for await (const event of gateway().eventsSince(new Date(Date.now() - 60_000))) {
      if (event.subject.kind !== 'other' && event.subject.id === id) found.push(event);
    }
    return found;
  }

  return { subject: current, gateway, newCustomer, paidSubscription, eventsAbout };
}
