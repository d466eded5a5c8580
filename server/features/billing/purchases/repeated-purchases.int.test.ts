import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { LOCAL_STRIPE_KEYS } from '#server/emulators/stripe/local-stripe-feature.ts';
import { createStripeSdk } from '#server/providers/payments/stripe-sdk.ts';
import { eraseFrom } from '#server/testing/system/erase-from.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { AUTHENTICATES, PAYS } from '#server/emulators/stripe/testing/browser.ts';
import {
  startBilling,
  type BillingHarness,
  type Overrides,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { failingOnce } from '#server/features/billing/testing/failing-once.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

async function subscriber(card = PAYS): Promise<TestUser> {
  const user = system.addUser();
  await user.subscribe('launch', card);
  return user;
}

/** The statuses of the stored purchases of a user. */
async function purchasesOf(user: TestUser): Promise<string[]> {
  const stored = JSON.parse(await system.stored(user.uid)) as { reason?: string; status: string }[][];
  const bought = stored.flat().filter(({ reason }) => reason === 'credits');
  return bought.map(({ status }) => status).sort();
}

/** Charges a purchase under a key in a process that dies before the credits are granted. */
async function chargedAndDied(user: TestUser, key: string, paymentMethodId?: string): Promise<void> {
  const { billing } = await system.otherProcess({
    ledger: (real) => ({ execute: failingOnce(real.execute, 'before') }),
  });
  await expect(user.apiOf(billing, key).buyCredits({ credits: 5_000, paymentMethodId })).rejects.toThrow();
}

/** The payment provider a day later: it has forgotten the keys of before. */
const forgetful: NonNullable<Overrides['gateway']> = (real) => ({
  openPurchase: (request) => real.openPurchase({ ...request, key: `${request.key}:later` }),
  payInvoice: (invoiceId, cardId, key) => real.payInvoice(invoiceId, cardId, `${key ?? ''}:later`),
});

describe('a purchase that was charged is not charged again under its key', () => {
  test('a day later, when the payment provider has forgotten its keys', async () => {
    const user = await subscriber();
    const key = newId();
    await chargedAndDied(user, key);
    const { billing } = await system.otherProcess({ gateway: forgetful });
    expect(await user.apiOf(billing, key).buyCredits({ credits: 5_000 })).toMatchObject({ payment: 'paid' });
    await system.billing.sweep();
    expect(await user.balance()).toBe(25_000);
    expect(await user.grants()).toHaveLength(2);
  });

  test('after it was refused to buy any more, for an overdue renewal', async () => {
    const user = await subscriber(AUTHENTICATES);
    const paymentMethodId = await user.addCard(PAYS);
    const key = newId();
    await chargedAndDied(user, key, paymentMethodId);
    await system.local.advance(user.email, 32);
    await system.billing.sweep();
    const buy = () => user.apiOf(system.billing, key).buyCredits({ credits: 5_000, paymentMethodId });
    await buy().catch(() => undefined);
    const { unpaid_invoice_id: invoiceId } = await user.api.subscription({});
    await user.api.payOpenInvoice({ invoiceId: invoiceId ?? expect.fail(), paymentMethodId });
    expect(await buy()).toMatchObject({ payment: 'paid' });
    expect(await user.balance()).toBe(45_000);
    expect(await user.grants()).toHaveLength(3);
  });
});

test('a payment that succeeds while it is taken for declined is paid', async () => {
  const user = await subscriber();
  const { billing } = await system.otherProcess({
    gateway: (real) => ({
      voidUnpaid: async (invoiceId) => {
        const [card] = (await user.api.paymentMethods({})).payment_methods;
        await real.payInvoice(invoiceId, card?.id ?? '');
        return real.voidUnpaid(invoiceId);
      },
      payInvoice: () => Promise.resolve({ kind: 'declined', message: 'Declined', code: 'card_declined' }),
    }),
  });
  const bought = await user.apiOf(billing).buyCredits({ credits: 5_000 });
  expect(bought).toMatchObject({ success: true, payment: 'paid', balance: 25_000 });
  expect(await purchasesOf(user)).toEqual(['paid']);
});

test('an abandoned purchase is void at the next one, also days later', async () => {
  const user = await subscriber(AUTHENTICATES);
  await user.api.buyCredits({ credits: 5_000 });
  const { billing } = await system.otherProcess({ clock: { now: () => new Date(Date.now() + 2 * DAY_MS) } });
  await user.apiOf(billing).buyCredits({ credits: 5_000 });
  expect(await purchasesOf(user)).toEqual(['open', 'void']);
});

test('an abandoned purchase that cannot be voided does not stop the next one', async () => {
  const user = await subscriber(AUTHENTICATES);
  expect(await user.api.buyCredits({ credits: 5_000 })).toMatchObject({ payment: 'requires_action' });
  const { billing } = await system.otherProcess({
    clock: { now: () => new Date(Date.now() + 2 * HOUR_MS) },
    gateway: () => ({ voidUnpaid: () => Promise.reject(new Error('refused')) }),
  });
  expect(await user.apiOf(billing).buyCredits({ credits: 5_000 })).toMatchObject({
    payment: 'requires_action',
  });
});

test('an invoice for credits that a person made waits for its payment, whatever is bought meanwhile', async () => {
  const user = await subscriber();
  const { customerId } = await system.billing.subscriptions.accountOf(user.uid);
  const customer = customerId ?? expect.fail();
  const stripe = createStripeSdk({ ...LOCAL_STRIPE_KEYS, fetch: system.local.stripe.fetch });
  const draft = await stripe.invoices.create({
    customer,
    currency: 'usd',
    collection_method: 'charge_automatically',
    auto_advance: false,
    pending_invoice_items_behavior: 'exclude',
    discounts: '',
    payment_settings: { payment_method_types: ['card'] },
    metadata: { hark_credits: '50000' },
  });
  const item = { customer, invoice: draft.id, currency: 'usd', description: 'Credits' };
  await stripe.invoiceItems.create({ ...item, amount: 50_000 });
  await stripe.invoices.finalizeInvoice(draft.id, { auto_advance: false });
  await system.billing.sweep();
  const { billing } = await system.otherProcess({ clock: { now: () => new Date(Date.now() + 2 * HOUR_MS) } });
  await user.apiOf(billing).buyCredits({ credits: 5_000 });
  expect(await purchasesOf(user)).toEqual(['open', 'paid']);
  await eraseFrom(system.billing, user);
  expect((await system.local.gateway.invoice(draft.id))?.status).toBe('void');
});
