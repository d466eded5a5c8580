import type { Stripe } from '@stripe/stripe-js';
import { noResponse, refusal } from '#client/testing/fake-server.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { completeAttempt, FINISH_OPTIONS } from './complete-attempt.ts';

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
  expect(await complete({ paymentIntent: { status: 'succeeded' } })).toEqual({ kind: 'finished' });
  expect(finish).toHaveBeenCalledWith('pi_1');
});

test.each([
  ['is not finished', { error: { type: 'validation_error' } }, AUTHENTICATE],
  ['fails', { error: { type: 'card_error', message: 'It expired.' } }, 'Payment failed: It expired.'],
  ['stays open', { paymentIntent: { status: 'requires_action' } }, AUTHENTICATE],
])('an authentication that %s leaves the invoice unpaid', async (_what, answer, text) => {
  expect(await complete(answer)).toEqual({ kind: 'unpaid', text });
  expect(finish).not.toHaveBeenCalled();
});

test('a payment client that cannot be loaded leaves the invoice unpaid, and the card changed', async () => {
  const loadClient = () => Promise.resolve(undefined);
  expect(await completeAttempt(ATTEMPT, 'pm_1', { loadClient, finish })).toEqual({
    kind: 'unpaid',
    text: AUTHENTICATE,
  });
});

test('an attempt without an action is over', async () => {
  expect(await complete({}, { ...ATTEMPT, payment: 'paid' })).toEqual({ kind: 'finished' });
  expect(await complete({}, { ...ATTEMPT, payment: 'declined' })).toEqual({
    kind: 'unpaid',
    text: 'Payment failed. Please try again.',
  });
  expect(finish).not.toHaveBeenCalled();
});

const PAID = { paymentIntent: { status: 'succeeded' } };
const NOT_PAID_YET = refusal('This payment is not complete.', { code: 'PAYMENT_REQUIRED', status: 402 });
const FAULT = refusal('Something went wrong', { code: 'INTERNAL', status: 500 });
const REFUNDED = refusal('This payment was refunded.', { code: 'CONFLICT', status: 409 });

test.each([
  ['no response', noResponse()],
  ['a fault of the server', FAULT],
  ['a payment that the server does not know yet', NOT_PAID_YET],
])('a payment that is not finished because of %s is paid all the same', async (_what, error) => {
  finish.mockRejectedValueOnce(error);
  expect(await complete(PAID)).toEqual({ kind: 'unfinished' });
});

test('a payment that was refunded is not finished later either', async () => {
  finish.mockRejectedValueOnce(REFUNDED);
  await expect(complete(PAID)).rejects.toBe(REFUNDED);
});

test.each([
  [noResponse(), [true, true, false]],
  [FAULT, [true, true, false]],
  [NOT_PAID_YET, [true, true, false]],
  [REFUNDED, [false, false, false]],
])('finishing is tried again unless it never succeeds: %s', (error, again) => {
  expect([0, 1, 2].map((failures) => FINISH_OPTIONS.retry(failures, error))).toEqual(again);
});
