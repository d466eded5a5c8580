// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { held, noResponse } from '#client/testing/fake-server.ts';
import { click, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import { SecondFactorCard } from './second-factor-card.tsx';

type Factor = Awaited<ReturnType<typeof factorOf>>;
const factorOf = (enabled_at: string | null, recovery_codes = 0) => ({ enabled_at, recovery_codes }) as never;
const isLoading = () => text().includes('Loading');

test('before it is known whether it is on, nothing can be pressed', async () => {
  const answer = held<Factor>();
  await renderScreen(<SecondFactorCard />, { answers: { auth: { secondFactor: () => answer.promise } } });
  expect([isLoading(), isDisabled('Set Up')]).toEqual([true, true]);
  await turn(() => {
    answer.give(factorOf(null));
  });
  expect([isLoading(), isDisabled('Set Up')]).toEqual([false, false]);
  expect(text()).toContain('a stolen password is not enough');
});

test('what cannot be loaded is asked for again, and a factor that is on says since when', async () => {
  const secondFactor = vi.fn((): Promise<never> => Promise.reject(noResponse()));
  await renderScreen(<SecondFactorCard />, { answers: { auth: { secondFactor } } });
  expect([isLoading(), isDisabled('Set Up')]).toEqual([false, true]);
  secondFactor.mockResolvedValue(factorOf('2026-11-20T09:30:00.000Z', 1));
  await click('Retry');
  expect(text()).toContain('Two-Step Verification On Turn Off');
  expect(text()).toMatch(/since .*Nov 20.*1 recovery code left/);
});
