// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { button, click, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { PastDueBanner } from './past-due-banner.tsx';
import { UserMenu } from './user-menu.tsx';

const answers = { credits: { balance: () => ({ balance: 41_720, held: 0 }) } };

afterEach(() => {
  localStorage.clear();
});

test('the menu says who is signed in, opens the settings and signs out', async () => {
  const signOut = vi.fn(() => Promise.resolve());
  const screen = await renderScreen(<UserMenu />, { answers, session: { signOut } });
  expect(text()).toContain('Ana Lee ana@example.com 41,720 credits');
  await click('Settings');
  expect(screen.opened().at(-1)).toBe('/profile');
  await click('Sign out');
  expect(signOut).toHaveBeenCalledOnce();
});

test('who is being signed out is not signed out again', async () => {
  await renderScreen(<UserMenu />, { answers, session: { signingOut: true } });
  expect(isDisabled('Sign out')).toBe(true);
});

test('a chosen look is kept on the device', async () => {
  await renderScreen(<UserMenu />, { answers });
  const look = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitemradio], [role=radio]')].find(
      (one) => text(one) === name || one.getAttribute('aria-label') === name,
    );
  look('Dark')?.click();
  expect(localStorage.getItem('theme')).toBe('dark');
  look('As the device')?.click();
  expect(localStorage.getItem('theme')).toBeNull();
});

const subscription = (status: 'active' | 'past_due') => ({
  billing: { subscription: () => ({ status }) as never },
});

test.each([
  ['past_due' as const, '/dashboard', true],
  ['past_due' as const, '/billing', false],
  ['active' as const, '/dashboard', false],
])('with a plan that is %s the page %s has the banner: %s', async (status, pathname, shown) => {
  await renderScreen(<PastDueBanner pathname={pathname} />, { answers: subscription(status) });
  expect(text().includes('Your last payment failed')).toBe(shown);
  if (shown) expect(button('Update card').getAttribute('href')).toBe('/billing');
  expect(localStorage.getItem('past_due')).toBe(status === 'past_due' ? 'u1' : null);
});
