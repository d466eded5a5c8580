import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUTHENTICATES, PAYS, SAVES_ONLY } from '#server/emulators/stripe/testing/browser.ts';
import { createAutomaticPurchases, LATER } from '#server/features/billing/testing/automatic-purchases.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';

let system: BillingHarness;
let automatic: ReturnType<typeof createAutomaticPurchases>;
beforeAll(async () => {
  system = await startBilling();
  automatic = createAutomaticPurchases(system);
});
afterAll(() => system.stop());

const BOUGHT = 'We added 5,000 credits';
const STOPPED = 'Automatic purchase of credits is off';

/** The calls beside the writes of an order; a process dies before or after one of them. */
type Step = 'openPurchase' | 'payInvoice' | 'voidUnpaid' | 'execute';
const DEATHS: [when: 'before' | 'after', step: Step, card: string, mail: string][] = [
  ['before', 'openPurchase', PAYS, BOUGHT],
  ['after', 'openPurchase', PAYS, BOUGHT],
  ['after', 'payInvoice', PAYS, BOUGHT],
  ['after', 'execute', PAYS, BOUGHT],
  ['after', 'payInvoice', SAVES_ONLY, STOPPED],
  ['after', 'voidUnpaid', SAVES_ONLY, STOPPED],
  ['after', 'payInvoice', AUTHENTICATES, STOPPED],
  ['after', 'voidUnpaid', AUTHENTICATES, STOPPED],
];

/** Expects the next processes to bring an order to its only end. */
async function expectEnded(user: TestUser, mail: string): Promise<void> {
  await automatic.runTwice(LATER);
  await automatic.runTwice(LATER);
  // Stores each invoice that the provider has, also of a process that died.
  await system.billing.sweep();
  await automatic.expectBought(user, mail === BOUGHT ? 1 : 0);
  expect(await automatic.mailsTo(user)).toEqual([mail]);
  expect((await user.api.autoPurchase()).on).toBe(mail === BOUGHT);
}

test.each(DEATHS)(
  'a process that dies %s %s, with %s, leaves the order to the next',
  async (when, step, card, mail) => {
    const user = await automatic.lowBuyer(card);
    const death = interruptAt(1, when);
    const { billing } = await system.otherProcess({
      ledger: (real) => death.around(real, step === 'execute' ? [step] : []),
      gateway: (real) => death.around(real, step === 'execute' ? [] : [step]),
    });
    void billing.buyAutomatically();
    await death.reached;
    await expectEnded(user, mail);
  },
);

test('a process that dies after it is turned off, and before the mail is queued, leaves the mail to the next', async () => {
  const user = await automatic.lowBuyer(SAVES_ONLY);
  const death = interruptAt(1, 'before');
  const { billing } = await system.otherProcess({
    users: (real) => ({
      byUid: async (uid) => {
        const { stopped } = await user.api.autoPurchase();
        return stopped === null ? real.byUid(uid) : death.around(real, ['byUid']).byUid(uid);
      },
    }),
  });
  void billing.buyAutomatically();
  await death.reached;
  expect(await automatic.mailsTo(user)).toEqual([]);
  await expectEnded(user, STOPPED);
});

test('a process that is suspended before it charges, until another has bought, charges nothing', async () => {
  const user = await automatic.lowBuyer(PAYS);
  const suspended = interruptAt(1, 'before');
  const { billing } = await system.otherProcess({
    gateway: (real) => suspended.around(real, ['payInvoice']),
  });
  const late = billing.buyAutomatically();
  await suspended.reached;
  await automatic.runTwice(LATER);
  await automatic.expectBought(user, 1);
  suspended.resume();
  await late;
  await automatic.runTwice(LATER);
  await automatic.expectBought(user, 1);
});

test.each([
  ['before its invoice is made', 'openPurchase', []],
  ['before it is charged', 'payInvoice', ['void']],
] as const)('an order whose process dies %s is dropped once it is turned off', async (_, step, left) => {
  const user = await automatic.lowBuyer(PAYS);
  const dying = interruptAt(1, 'before');
  const { billing } = await system.otherProcess({ gateway: (real) => dying.around(real, [step]) });
  void billing.buyAutomatically();
  await dying.reached;
  await user.api.turnOffAutoPurchase();
  await automatic.runTwice(LATER);
  await automatic.expectBought(user, 0);
  expect(await automatic.purchasesOf(user)).toEqual(left);
  expect(await automatic.mailsTo(user)).toEqual([]);
});
