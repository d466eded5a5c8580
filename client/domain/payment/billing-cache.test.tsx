// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { trpc } from '#client/app/trpc.ts';
import { useCredits } from '#client/app/use-account.ts';
import { click } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { useRefreshBilling } from './billing-cache.ts';

function Account() {
  const refresh = useRefreshBilling();
  useCredits();
  trpc.billing.subscription.useQuery();
  trpc.auth.userInfo.useQuery();
  return <button onClick={refresh}>Refresh</button>;
}

test('plan, credits and account are read again at once, and once more after the events of a payment', async () => {
  const screen = await renderScreen(<Account />, {
    answers: {
      credits: { balance: () => ({ balance: 1, held: 0 }) },
      billing: { subscription: () => ({}) as never },
      auth: { userInfo: () => ({}) as never },
    },
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = () =>
    ['credits.balance', 'billing.subscription', 'auth.userInfo'].map((name) => screen.sent(name).length);
  await click('Refresh');
  expect(asked()).toEqual([2, 2, 2]);
  await turn(() => {
    vi.advanceTimersByTime(2_000);
  });
  expect(asked()).toEqual([3, 3, 3]);
});
