import type { Stripe } from '@stripe/stripe-js';
import { beforeEach, expect, test, vi } from 'vitest';
import { completeAttempt } from './complete-attempt.ts';

const ATTEMPT = { payment: 'requires_action', error: null, clientSecret: 'pi_1_secret_2' } as const;
const AUTHENTICATE = 'Payment requires additional authentication. Please try again.';

const finish = vi.fn(() => Promise.resolve());
beforeEach(() => {
  vi.stubGlobal('window', { location: { origin: 'https://hark.example' } });
  finish.mockClear();
  return () => {
    vi.unstubAllGlobals();
  };
});

/** Completes an attempt with a payment client that answers so. */
const complete = (answer: unknown, attempt: Parameters<typeof completeAttempt>[0] = ATTEMPT) =>
  completeAttempt(attempt, 'pm_1', {
    loadClient: () => Promise.resolve({ confirmPayment: () => Promise.resolve(answer) } as unknown as Stripe),
    finish,
  });

test('a payment that the cardholder authenticates is finished', async () => {
  expect(await complete({ paymentIntent: { status: 'succeeded' } })).toBeUndefined();
  expect(finish).toHaveBeenCalledWith('pi_1');
});

test.each([
  ['is not finished', { error: { type: 'validation_error' } }, AUTHENTICATE],
  ['fails', { error: { type: 'card_error', message: 'It expired.' } }, 'Payment failed: It expired.'],
  ['stays open', { paymentIntent: { status: 'requires_action' } }, AUTHENTICATE],
])('an authentication that %s leaves the invoice unpaid', async (_what, answer, text) => {
  expect(await complete(answer)).toBe(text);
  expect(finish).not.toHaveBeenCalled();
});

test('a payment client that cannot be loaded leaves the invoice unpaid, and the card changed', async () => {
  const loadClient = () => Promise.resolve(undefined);
  expect(await completeAttempt(ATTEMPT, 'pm_1', { loadClient, finish })).toBe(AUTHENTICATE);
});

test('an attempt without an action is over', async () => {
  expect(await complete({}, { ...ATTEMPT, payment: 'paid' })).toBeUndefined();
  expect(await complete({}, { ...ATTEMPT, payment: 'declined' })).toBe('Payment failed. Please try again.');
  expect(finish).not.toHaveBeenCalled();
});
