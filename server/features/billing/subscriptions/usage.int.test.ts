import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { AUTHENTICATES, PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { campaign } from '#server/features/credits/testing/given.ts';
import { startBilling, type BillingHarness } from '#server/features/billing/testing/billing-harness.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

test('the usage of a period is what was held and deducted at its prices, and begins anew with the next', async () => {
  const user = system.addUser();
  expect(await user.api.usage()).toEqual({ usage: null });
  await user.subscribe('launch', PAYS);
  await user.execute({ type: 'adjust', key: 'adjust:more', amount: 30_000, reason: 'a gift' });
  const [first, second] = [campaign('first'), campaign('second')];
  for (const command of [first.hold(390), first.deduct(380), first.release('rest'), second.hold(70)])
    expect(await user.execute(command)).toMatchObject({ ok: true });

  const { usage } = await user.api.usage();
  expect(usage).toMatchObject({
    plan_id: 'launch',
    allowance: 400,
    allowance_calls: { delivered: 380, held: 20 },
    extra_calls: { delivered: 0, held: 50 },
    credits: 380 * 50,
    // One day of about 30 has begun.
    forecast: { calls: 380 * daysOf(usage) },
  });
  await user.execute(second.deduct(30));
  expect((await user.api.usage()).usage).toMatchObject({
    allowance_calls: { delivered: 400, held: 0 },
    extra_calls: { delivered: 10, held: 40 },
    credits: 400 * 50 + 10 * 65,
  });

  await system.local.advance(user.email, 32);
  await system.billing.sweep();
  // Held at the prices of the period before.
  await user.execute(second.deduct(40, 2));
  const next = (await user.api.usage()).usage;
  expect(next).toMatchObject({
    allowance_calls: { delivered: 0, held: 0 },
    extra_calls: { delivered: 0, held: 0 },
    credits: 0,
    forecast: { calls: 0, extra_calls: 0, credits: 0 },
  });
  expect(next?.period_start).toBe(usage?.period_end);
});

test('a period that was paid goes on while its renewal is unpaid', async () => {
  const user = system.addUser();
  await user.subscribe('launch', AUTHENTICATES);
  await system.local.advance(user.email, 32);
  await system.billing.sweep();
  expect(await user.api.subscription({})).toMatchObject({ status: 'past_due' });
  expect((await user.api.usage()).usage).toMatchObject({ plan_id: 'launch', allowance: 400 });
});

function daysOf(usage: { period_start: string; period_end: string } | null): number {
  const { period_start, period_end } = usage ?? expect.fail();
  return Math.round((Date.parse(period_end) - Date.parse(period_start)) / DAY_MS);
}
