import { expect, test } from 'vitest';
import { isAccountClosed, isReturnTo, signInDestination } from './return-to.ts';

test('a sign-in leads to the dashboard by default', () => {
  expect(signInDestination(null, 'ana')).toBe('/dashboard');
  expect(signInDestination({ other: true }, 'ana')).toBe('/dashboard');
});

test('a sign-in after an expired session returns to its page', () => {
  expect(signInDestination({ from: '/analytics?page=2', uid: 'ana' }, 'ana')).toBe('/analytics?page=2');
});

test('another user does not return to the page of the previous one', () => {
  expect(signInDestination({ from: '/analytics', uid: 'ana' }, 'bo')).toBe('/dashboard');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/auth/reset-password', 7])(
  '%s is rejected as a return path',
  (from) => {
    expect(signInDestination({ from, uid: 'ana' }, 'ana')).toBe('/dashboard');
  },
);

test('the state of the sign-in page says why it is shown', () => {
  const states = [{ account: 'closed' }, { account: 'open' }, {}, null];
  expect(states.map((state) => isAccountClosed(state))).toEqual([true, false, false, false]);
  const ended = [{ from: '/', uid: 'ana' }, { from: '/' }, { uid: 'ana' }, null];
  expect(ended.map((state) => isReturnTo(state))).toEqual([true, false, false, false]);
});
