import { expect, test } from 'vitest';
import { signInDestination } from './return-to.ts';

test('a sign-in leads to the dashboard', () => {
  expect(signInDestination(null, 'ana')).toBe('/dashboard');
  expect(signInDestination({ other: true }, 'ana')).toBe('/dashboard');
});

test('after a session that ended in mid-use it leads back to its page', () => {
  expect(signInDestination({ from: '/analytics?page=2', uid: 'ana' }, 'ana')).toBe('/analytics?page=2');
});

test('another person does not land on the page of the one before', () => {
  expect(signInDestination({ from: '/analytics', uid: 'ana' }, 'bo')).toBe('/dashboard');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/auth/reset-password', 7])(
  '%s is no page to come back to',
  (from) => {
    expect(signInDestination({ from, uid: 'ana' }, 'ana')).toBe('/dashboard');
  },
);
