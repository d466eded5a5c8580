import { expect, test } from 'vitest';
import { findPlan } from '#shared/plans.ts';
import { firstSteps, nextStep } from './first-steps.ts';

const plan = findPlan('scale');

test.each([
  [{ plan: undefined, subscribed: false, pastDue: false, voices: 0 }, [false, false, false], 'Choose a plan'],
  [{ plan: undefined, subscribed: false, pastDue: false, voices: 2 }, [false, true, false], 'Choose a plan'],
  [{ plan, subscribed: true, pastDue: false, voices: 0 }, [true, false, false], 'Add your voice'],
  [{ plan, subscribed: true, pastDue: false, voices: 1 }, [true, true, false], 'Send your first campaign'],
  [
    { plan: undefined, subscribed: undefined, pastDue: false, voices: 1 },
    [undefined, true, false],
    undefined,
  ],
  [{ plan, subscribed: true, pastDue: false, voices: undefined }, [true, undefined, false], undefined],
])('%o', (progress, done, next) => {
  const steps = firstSteps(progress);
  expect(steps.map((step) => step.done)).toEqual(done);
  expect(nextStep(steps)?.title).toBe(next);
});

test('a customer whose last payment failed is asked for a card, not for a plan', () => {
  const steps = firstSteps({ plan: undefined, subscribed: false, pastDue: true, voices: 1 });
  expect(nextStep(steps)).toMatchObject({
    title: 'Update your card',
    text: 'Your last payment failed. Your plan is paused until the payment succeeds.',
    action: 'Update card',
    href: '/billing',
  });
});

test('a completed step shows its result', () => {
  const [first, second] = firstSteps({ plan, subscribed: true, pastDue: false, voices: 1 });
  expect(first?.text).toBe('Scale: 60,000 credits a month.');
  expect(second?.text).toBe('1 voice in your library.');
});
