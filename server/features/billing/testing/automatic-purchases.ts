import { expect } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import type { AutoPurchaseInput } from '#shared/schemas/billing/auto-purchase.ts';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import type { BillingHarness, Overrides, TestUser } from './billing-harness.ts';

/** Processes by whose clock the claims of others have expired. */
export const LATER: Overrides = { clock: { now: () => new Date(Date.now() + 10 * MINUTE_MS) } };
/** A process that sends the mails of those, too. */
const LAST: Overrides = { clock: { now: () => new Date(Date.now() + 20 * MINUTE_MS) } };
const NOW: Overrides = {};

/** What the tests of automatic purchases do. */
export function createAutomaticPurchases(system: BillingHarness) {
  /** The invoices for credits at the payment provider, by their status. */
  async function purchasesOf(user: TestUser): Promise<string[]> {
    const stored = JSON.parse(await system.stored(user.uid)) as { _id: string; reason?: string }[][];
    const bought = stored.flat().filter(({ reason }) => reason === 'credits');
    const invoices = await Promise.all(bought.map(({ _id }) => system.local.gateway.invoice(_id)));
    return invoices.map((invoice) => invoice?.status ?? 'gone').sort();
  }

  const kept = new Map<Overrides, BillingHarness['billing'][]>();
  async function processes(overrides: Overrides) {
    const found = kept.get(overrides);
    if (found !== undefined) return found;
    const two = await Promise.all([system.otherProcess(overrides), system.otherProcess(overrides)]);
    const made = two.map(({ billing }) => billing);
    kept.set(overrides, made);
    return made;
  }

  /** Adds a user with 20,000 credits and a plan paid by a good card, who buys 5,000 when fewer than 15,000 are left. */
  async function buyer(card = PAYS, settings: Partial<AutoPurchaseInput> = {}): Promise<TestUser> {
    const user = system.addUser();
    await user.subscribe('launch', PAYS);
    const [saved] = (await user.api.paymentMethods({})).payment_methods;
    const paymentMethodId = card === PAYS ? (saved?.id ?? expect.fail()) : await user.addCard(card);
    await user.api.turnOnAutoPurchase({
      threshold: 15_000,
      credits: 5_000,
      max_per_month: 3,
      paymentMethodId,
      ...settings,
    });
    return user;
  }

  return {
    purchasesOf,

    buyer,

    /** The same, after 6,000 of them are spent: 14,000 are left. */
    async lowBuyer(...given: Parameters<typeof buyer>): Promise<TestUser> {
      const user = await buyer(...given);
      await user.spend(6_000);
      return user;
    },

    /** Runs the duty in two processes at once, which are kept for the next time. */
    async runTwice(overrides = NOW): Promise<void> {
      const two = await processes(overrides);
      await Promise.all(two.map((billing) => billing.buyAutomatically({ all: true })));
    },

    /** Sends the mails that are due and returns the subjects of those to a user about automatic purchases and receipts. */
    async mailsTo(user: TestUser): Promise<string[]> {
      for (const billing of await processes(LAST)) await billing.sendMails();
      const own = system.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject);
      return own.filter((subject) => /Automatic|We added/.test(subject));
    },

    /** Expects so many packs of 5,000 to be paid and granted, and nothing left to be paid. */
    async expectBought(user: TestUser, packs: number): Promise<void> {
      const statuses = await purchasesOf(user);
      expect(statuses.filter((status) => status === 'paid')).toHaveLength(packs);
      expect(statuses).not.toContain('open');
      expect(await user.grants()).toHaveLength(1 + packs);
      expect((await user.api.autoPurchase()).bought).toBe(packs);
      expect(await user.differences()).toEqual([]);
    },
  };
}
