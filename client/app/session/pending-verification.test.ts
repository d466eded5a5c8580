// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import {
  clearPendingVerification,
  readPendingVerification,
  writePendingVerification,
} from './pending-verification.ts';
import { NO_LINKS } from './use-session.ts';

beforeEach(() => {
  localStorage.clear();
});

test('a registration is pending from when it is written until it is cleared', () => {
  expect(readPendingVerification(localStorage)).toEqual({ email: null, userId: null });
  writePendingVerification(localStorage, 'ana@example.com', 'u1');
  expect(readPendingVerification(localStorage)).toEqual({ email: 'ana@example.com', userId: 'u1' });
  const keys = ['pending_verification_email', 'pending_verification_user_id'];
  expect(keys.map((key) => localStorage.getItem(key))).toEqual(['ana@example.com', 'u1']);
  clearPendingVerification(localStorage);
  expect(localStorage).toHaveLength(0);
});

test('until they are loaded, links lead to the pages of this Hark, and no address is given', () => {
  expect(NO_LINKS).toEqual({
    supportEmail: '',
    salesEmail: '',
    privacyUrl: '/privacy',
    termsUrl: '/terms',
  });
});
