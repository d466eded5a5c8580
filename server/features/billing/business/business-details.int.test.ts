import { eraseFrom } from '#server/testing/system/erase-from.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_BUSINESS_DETAILS } from '#shared/schemas/calling/business-details.ts';
import { accountKeyOf } from '#server/emulators/stripe/account.ts';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { failingOnce } from '#server/features/billing/testing/failing-once.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

const ADDRESS = { line1: 'Hauptstr. 1', city: 'Berlin', postal_code: '10115', country: 'DE' } as const;
const GERMAN = {
  company: 'Ortiz GmbH',
  ...ADDRESS,
  tax_id_type: 'eu_vat',
  tax_id: 'de 123 456 789',
} as const;
/** What Stripe then has. */
const AT_STRIPE = {
  name: 'Ortiz GmbH',
  address: { ...ADDRESS, line2: '', state: '' },
  taxIds: [expect.objectContaining({ type: 'eu_vat', value: 'DE123456789' })],
};

async function stateAtStripe({ uid }: TestUser) {
  const { customerId } = await system.billing.subscriptions.accountOf(uid);
  const account = await system.local.stripe.models[0].findById(accountKeyOf(customerId ?? '')).lean();
  return account?.state ?? expect.fail('no customer');
}

const customerOf = async (user: TestUser) => (await stateAtStripe(user)).customer;
const invoicesOf = async (user: TestUser) => (await stateAtStripe(user)).invoices;

test('details that a newcomer gives are on the first invoice', async () => {
  const user = system.addUser();
  expect(await user.api.updateBusinessDetails(GERMAN)).toMatchObject({
    company: 'Ortiz GmbH',
    tax_id: 'DE123456789',
    tax_id_refused: false,
  });
  await user.subscribe('launch', PAYS);
  expect(await customerOf(user)).toMatchObject(AT_STRIPE);
  expect(await invoicesOf(user)).toMatchObject([{ status: 'paid', billedTo: AT_STRIPE }]);
});

test('details that change while a checkout is open replace its invoice, and the same ones do not', async () => {
  const user = system.addUser();
  const before = await user.api.createPaymentIntent({ productId: 'launch' });
  await user.api.updateBusinessDetails(GERMAN);
  const { paymentIntentId, clientSecret } = await user.api.createPaymentIntent({ productId: 'launch' });
  expect(paymentIntentId).not.toBe(before.paymentIntentId);
  await user.api.updateBusinessDetails(GERMAN);
  expect(await user.api.createPaymentIntent({ productId: 'launch' })).toMatchObject({ paymentIntentId });
  await system.local.browser.confirm(clientSecret, PAYS);
  await user.api.createSubscriptionAfterPayment({ paymentIntentId });
  const [first, second, ...more] = await invoicesOf(user);
  expect([first?.status, second?.status, more]).toEqual(['void', 'paid', []]);
  expect(second?.billedTo).toMatchObject(AT_STRIPE);
  expect(first?.billedTo).toMatchObject({ name: 'Ana Ortiz', address: null, taxIds: [] });
});

test('a company stays the name on invoices when its owner changes theirs; without one the owner is it', async () => {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  await user.api.updateBusinessDetails(GERMAN);
  await user.rename('Ana B.');
  await system.billing.sendDetails();
  expect(await customerOf(user)).toMatchObject(AT_STRIPE);
  await user.api.updateBusinessDetails(NO_BUSINESS_DETAILS);
  await system.billing.sendDetails();
  expect(await customerOf(user)).toMatchObject({ name: 'Ana B.', address: null, taxIds: [] });
  expect(await user.api.businessDetails()).toEqual({ ...NO_BUSINESS_DETAILS, tax_id_refused: false });
});

test('details whose request to Stripe failed are sent by the sweep, the tax number once', async () => {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  const clock = createTestClock();
  const { billing } = await system.otherProcess({
    clock,
    gateway: (real) => ({ setTaxId: failingOnce(real.setTaxId, 'after') }),
  });
  await user.apiOf(billing).updateBusinessDetails(GERMAN);
  await expect(billing.sendDetails()).rejects.toThrow();
  await Promise.all([billing.sendDetails(), billing.sendDetails()]);
  expect(await customerOf(user)).toMatchObject(AT_STRIPE);
});

test('a tax number that Stripe refuses is reported until it is corrected; the rest is sent', async () => {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  await user.api.updateBusinessDetails({ ...GERMAN, tax_id: 'DE000000000' });
  await system.billing.sendDetails();
  expect(await user.api.businessDetails()).toMatchObject({ tax_id: 'DE000000000', tax_id_refused: true });
  expect(await customerOf(user)).toMatchObject({ name: 'Ortiz GmbH', taxIds: [] });
  await user.api.updateBusinessDetails(GERMAN);
  await system.billing.sendDetails();
  expect(await customerOf(user)).toMatchObject(AT_STRIPE);
  // Never the new company with the number of the one before.
  await user.api.updateBusinessDetails({ ...GERMAN, company: 'Other GmbH', tax_id: 'DE100000000' });
  await system.billing.sendDetails();
  expect(await customerOf(user)).toMatchObject({ name: 'Other GmbH', taxIds: [] });
  await user.api.updateBusinessDetails(GERMAN);
  await system.billing.sendDetails();
  expect(await user.api.businessDetails()).toMatchObject({ tax_id_refused: false });
  expect(await customerOf(user)).toMatchObject(AT_STRIPE);
});

test('a refusal of a tax number that was replaced meanwhile is not reported, and a refused one can be sent again', async () => {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  const replaced = await system.otherProcess({
    gateway: () => ({
      setTaxId: async () => {
        await user.api.updateBusinessDetails(GERMAN);
        return 'refused';
      },
    }),
  });
  await user.apiOf(replaced.billing).updateBusinessDetails({ ...GERMAN, tax_id: 'DE000000000' });
  await replaced.billing.sendDetails();
  await system.billing.sendDetails();
  expect(await user.api.businessDetails()).toMatchObject({ tax_id: 'DE123456789', tax_id_refused: false });

  const other = system.addUser();
  await other.subscribe('launch', PAYS);
  const { billing } = await system.otherProcess({
    gateway: () => ({ setTaxId: () => Promise.resolve('refused') }),
  });
  await other.apiOf(billing).updateBusinessDetails(GERMAN);
  await billing.sendDetails();
  expect(await other.api.businessDetails()).toMatchObject({ tax_id_refused: true });
  await other.api.updateBusinessDetails(GERMAN);
  await system.billing.sendDetails();
  expect(await other.api.businessDetails()).toMatchObject({ tax_id_refused: false });
  expect(await customerOf(other)).toMatchObject(AT_STRIPE);
});

test('details of a wrong format are refused and nothing changes', async () => {
  const user = system.addUser();
  for (const wrong of [
    { tax_id_type: 'eu_vat', tax_id: 'DE12' },
    { tax_id: 'DE123456789' },
    { line1: '1 Main St' },
    { company: 'a'.repeat(151) },
    { company: 'Ortiz\nGmbH' },
  ] as const)
    await expect(user.api.updateBusinessDetails(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await user.api.businessDetails()).toMatchObject(NO_BUSINESS_DETAILS);
});

test('the details are erased with the account, which takes no others', async () => {
  const user = system.addUser();
  await user.api.updateBusinessDetails(GERMAN);
  await user.subscribe('launch', PAYS);
  await eraseFrom(system.billing, user);
  await user.api.updateBusinessDetails(GERMAN);
  expect(await system.stored(user.uid)).not.toContain('Ortiz GmbH');
});
