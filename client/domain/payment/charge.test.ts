import { expect, test } from 'vitest';
import { declineText, refusalText, statusText } from './charge.ts';

test('a declined card shows the payment provider’s message', () => {
  expect(refusalText({ type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })).toBe(
    'Payment failed: Your card was declined.',
  );
  expect(refusalText({ type: 'api_error' })).toBe('Payment failed. Please try again.');
  expect(declineText(null)).toBe('Payment failed. Please try again.');
});

test.each([
  'payment_intent_authentication_failure',
  'setup_intent_authentication_failure',
  'authentication_required',
])('%s asks to authenticate', (code) => {
  expect(refusalText({ type: 'invalid_request_error', code, message: 'We are unable' })).toBe(
    'Payment requires additional authentication. Please try again.',
  );
});

test('a network error has a different text than a decline', () => {
  expect(refusalText({ type: 'api_connection_error', message: 'Failed to fetch' })).toBe(
    'A network error occurred: Failed to fetch',
  );
});

test('a pending payment shows its status', () => {
  expect(statusText('requires_payment_method')).toBe('Payment status: requires_payment_method');
  expect(statusText(undefined)).toBe('Payment status: unknown');
  expect(statusText('requires_action')).toBe('Payment requires additional authentication. Please try again.');
});
