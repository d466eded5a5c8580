import { expect, test } from 'vitest';
import { destination } from './return-to.ts';

test('a sign-in leads to the dashboard', () => {
  expect(destination(null, 'ana')).toBe('/dashboard');
  expect(destination({ other: true }, 'ana')).toBe('/dashboard');
});

test('after a session that ended in mid-use it leads back to its page', () => {
  expect(destination({ from: '/analytics?page=2', uid: 'ana' }, 'ana')).toBe('/analytics?page=2');
});

test('another person does not land on the page of the one before', () => {
  expect(destination({ from: '/analytics', uid: 'ana' }, 'bo')).toBe('/dashboard');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/auth/reset-password', 7])(
  '%s is no page to come back to',
  (from) => {
    expect(destination({ from, uid: 'ana' }, 'ana')).toBe('/dashboard');
  },
);
