// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { formatNumber } from '#shared/formats.ts';
import { monthlyAllowance, PLANS } from '#shared/plans.ts';
import type { PaymentMethodView } from '#shared/schemas/billing/billing.ts';
import type { BusinessDetailsView } from '#shared/schemas/calling/business-details.ts';
import type { Answers } from '#client/testing/fake-server.ts';
import { button, click, enter, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { stubStripe } from '#client/testing/stub-stripe.ts';
import { turn, until } from '#client/testing/turn.ts';
import { storeChosenPlan } from '../plans/stored-plan.ts';
import PaymentsPage from './payments-page.tsx';

interface FakeField {
  type: string;
  options: { defaultValues?: object };
  send: (event: string, value?: object) => Promise<void>;
}

/** Stripe's fields, in the order in which they were made. */
let fields: FakeField[];
const latest = (type: string) => fields.findLast((field) => field.type === type) ?? expect.fail();

function fakeElements() {
  return {
    update: () => undefined,
    create(type: string, options: FakeField['options']) {
      const handlers = new Map<string, (event: object) => void>();
      const send = (event: string, value: object = {}) =>
        turn(() => handlers.get(event)?.({ elementType: type, ...value }));
      fields.push({ type, options, send });
      return {
        on: (event: string, handler: (event: object) => void) => handlers.set(event, handler),
        off: () => undefined,
        mount: () => undefined,
        update: () => undefined,
        destroy: () => undefined,
      };
    },
  };
}

beforeEach(() => {
  fields = [];
  const unused = () => expect.fail();
  const stripe = {
    elements: fakeElements,
    createToken: unused,
    createPaymentMethod: unused,
    confirmCardPayment: unused,
  };
  stubStripe(stripe);
  storeChosenPlan('u1', PLANS.launch);
  return () => {
    vi.unstubAllGlobals();
  };
});

const VISA: PaymentMethodView = {
  id: 'pm_1',
  card: { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2030 },
};
const NO_DETAILS: BusinessDetailsView = {
  company: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
  tax_id_type: '',
  tax_id: '',
  tax_id_refused: false,
};

/** Answers for a user with a saved card; each request for a checkout opens another one. */
function billing(): { answers: Answers } {
  let opened = 0;
  return {
    answers: {
      billing: {
        token: () => ({ publishableKey: 'pk_live_1' }),
        createPaymentIntent: () => {
          const id = String((opened += 1));
          return { clientSecret: `secret_${id}`, paymentIntentId: `pi_${id}`, customerId: 'cus_1' } as never;
        },
        paymentMethods: () => ({ payment_methods: [VISA] }),
        defaultPaymentMethod: () => ({ payment_method: VISA }),
        businessDetails: () => NO_DETAILS,
        updateBusinessDetails: () => NO_DETAILS,
      },
    },
  };
}

const chosen = () =>
  [...document.querySelectorAll('[role=radio][aria-checked=true]')].map((one) => text(one));
const render = async () => {
  await renderScreen(<PaymentsPage />, billing());
  await until(() => expect(fields).not.toEqual([]));
};

test('the order says what the plan gives, when it renews and what is due', async () => {
  await render();
  const order = text(document.querySelector('[aria-label="Your order"]') ?? expect.fail());
  const [credits, calls] = [PLANS.launch.benefits.assignedCredits, monthlyAllowance(PLANS.launch)];
  expect(order).toBe(
    `Launch plan Change Credits a month ${formatNumber(credits)} Calls included ${formatNumber(calls)} ` +
      `Renews Every month Due today Tax included $${String(PLANS.launch.amount)}`,
  );
});

test('a saved card is charged without further fields, a new one once its fields are there', async () => {
  await render();
  expect(chosen()).toEqual([expect.stringContaining('Visa ending in 4242')]);
  expect(isDisabled('Complete Payment')).toBe(false);
  await click('Use a new payment method');
  expect(isDisabled('Complete Payment')).toBe(true);
  await latest('payment').send('ready');
  expect(isDisabled('Complete Payment')).toBe(false);
});

test('what was chosen and entered is kept when new invoice details open another payment', async () => {
  await render();
  expect(latest('address').options.defaultValues).toEqual({ name: 'Ana Lee' });
  const address = { name: 'Ana', address: { line1: '1 Main St' } };
  await click('Use a new payment method');
  await latest('address').send('change', { value: address });
  const before = fields.length;
  await click('Add Details');
  await until(() => button('Save Details'));
  await enter('Company', 'Acme');
  await click('Save Details');
  await until(() => expect(fields.length).toBeGreaterThan(before));
  expect(chosen()).toEqual([expect.stringContaining('Use a new payment method')]);
  expect(latest('address').options.defaultValues).toEqual(address);
});

test('fields that cannot be loaded say that there is no payment now', async () => {
  await render();
  await latest('payment').send('loaderror', { error: {} });
  expect(text()).not.toContain('Complete Payment');
});
