// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { PLAN_LIST } from '#shared/plans.ts';
import { noResponse } from '#client/testing/fake-server.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import { useUser } from './session/use-session.ts';
import { useCredits, useSubscription } from './use-account.ts';

const ANA = { uid: 'u1', display_name: 'Ana', email: 'a@b.co', role: 'agent', subscribed: true } as const;
const [plan] = PLAN_LIST;

const nothing = undefined as never;

test('credits are 0 until they are known, and after an error', async () => {
  const balance = () => ({ balance: 40, held: 2 }) as never;
  const known = await renderHook(useCredits, nothing, { answers: { credits: { balance } } });
  expect(known.first()).toEqual({ balance: 0, held: 0, loading: true, failed: false });
  await turn();
  expect(known.result()).toEqual({ balance: 40, held: 2, loading: false, failed: false });
  const failing = { credits: { balance: () => Promise.reject(noResponse()) } };
  const failed = await renderHook(useCredits, nothing, { answers: failing });
  await turn();
  expect(failed.result()).toEqual({ balance: 0, held: 0, loading: false, failed: true });
});

test.each([
  ['active', { subscriptionId: 's', planId: plan?.id, status: 'active' }, [true, false, plan]],
  ['overdue', { subscriptionId: 's', planId: plan?.id, status: 'past_due' }, [true, true, plan]],
  ['none', { subscriptionId: null, planId: plan?.id, status: 'none' }, [false, false, undefined]],
])('a subscription that is %s', async (_, subscription, shown) => {
  const answers = { billing: { subscription: () => subscription as never } };
  const hook = await renderHook(useSubscription, nothing, { answers });
  expect(hook.first()).toEqual({ subscribed: true, pastDue: false, plan: undefined, loading: true });
  await turn();
  const { subscribed, pastDue, plan: found, loading } = hook.result();
  expect([subscribed, pastDue, found, loading]).toEqual([...shown, false]);
});

test('who has signed out is asked for nothing', async () => {
  const session = { user: null, status: 'signedOut' } as const;
  const useBoth = () => [useCredits().balance, useSubscription().subscribed];
  const hook = await renderHook(useBoth, nothing, { session });
  await turn();
  expect(hook.result()).toEqual([0, false]);
  const user = { ...ANA, subscribed: false };
  const answers = { billing: { subscription: () => Promise.reject(noResponse()) } };
  const open = await renderHook(useSubscription, nothing, { session: { user }, answers });
  expect(open.first().subscribed).toBe(false);
});

test('a protected page has a user', async () => {
  expect((await renderHook(useUser, nothing, { session: { user: ANA } })).result()).toBe(ANA);
});
