import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { PaymentGateway } from '#server/providers/payments/port.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

/** A user whose plan was cancelled in the customer portal, `days` after the end of its period. */
async function cancelledInPortal(days: number): Promise<{ user: TestUser; endsAt: Date }> {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  const { subscriptionId, current_period_end } = await user.api.subscription({});
  const endsAt = new Date(Date.parse(current_period_end ?? '') + days * DAY_MS);
  await system.local.dashboard.cancelAt(subscriptionId ?? '', endsAt);
  await system.billing.sweep();
  return { user, endsAt };
}

function mailsTo({ email }: TestUser): string[] {
  return system.mails.filter(({ to }) => to === email).map(({ subject, text }) => `${subject}\n${text}`);
}

describe('a plan cancelled in the customer portal', () => {
  test.each([-10, 0, 40])('shows the day on which it ends, %i days from its renewal', async (days) => {
    const { user, endsAt } = await cancelledInPortal(days);
    expect(await user.api.subscription({})).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: endsAt.toISOString(),
    });
    await system.billing.sendMails();
    const day = endsAt.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    const [mail] = mailsTo(user).filter((text) => text.includes('is cancelled'));
    expect(mail).toContain(`stays active until ${day} (UTC)`);
    expect(mail?.includes('You will not be charged again')).toBe(days <= 0);
  });

  test.each([-10, 0, 40])('can be kept, and then renews, %i days from its renewal', async (days) => {
    const { user } = await cancelledInPortal(days);
    expect(await user.api.keepPlan()).toMatchObject({
      status: 'active',
      cancel_at_period_end: false,
      cancel_at: null,
    });
    await system.local.advance(user.email, 80);
    await system.billing.sweep();
    expect(await user.api.subscription({})).toMatchObject({ status: 'active' });
    expect(await user.balance()).toBe(60_000);
  });

  test.each([
    [-10, 1],
    [0, 1],
    [40, 3],
  ])('ends at that time if nobody keeps it: %i days from its renewal', async (days, grants) => {
    const { user } = await cancelledInPortal(days);
    await system.local.advance(user.email, 100);
    await system.billing.sweep();
    expect(await user.api.subscription({})).toMatchObject({ status: 'canceled' });
    expect(await user.grants()).toHaveLength(grants);
  });

  test('can be kept if it was cancelled here too', async () => {
    const { user } = await cancelledInPortal(5);
    await user.api.keepPlan();
    await user.api.cancelPlan();
    expect(await user.api.keepPlan()).toMatchObject({ cancel_at_period_end: false });
  });

  test.each<[string, (real: PaymentGateway) => Partial<PaymentGateway>]>([
    [
      'answers with the cancellation',
      (real) => ({ setCancelAtPeriodEnd: async (id) => (await real.subscription(id)) ?? expect.fail() }),
    ],
    [
      'refuses',
      () => ({ setCancelAtPeriodEnd: () => Promise.reject(new ProviderRejected('a schedule manages it')) }),
    ],
  ])('is not said to continue if the provider %s', async (_name, gateway) => {
    const { user, endsAt } = await cancelledInPortal(0);
    const { billing } = await system.otherProcess({ gateway });
    const day = endsAt.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    await expect(user.apiOf(billing).keepPlan()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(`still ends on ${day} (UTC)`) as unknown,
    });
    expect(await user.api.subscription({})).toMatchObject({ cancel_at_period_end: true });
    await billing.sendMails();
    expect(mailsTo(user).join()).not.toContain('continues');
  });
});
