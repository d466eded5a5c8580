import { expect, test } from 'vitest';
import { findPlan } from '#shared/plans.ts';
import { firstSteps, nextStep } from './first-steps.ts';

const plan = findPlan('scale');

test.each([
  [{ plan: undefined, subscribed: false, voices: 0 }, [false, false, false], 'Choose a plan'],
  [{ plan: undefined, subscribed: false, voices: 2 }, [false, true, false], 'Choose a plan'],
  [{ plan, subscribed: true, voices: 0 }, [true, false, false], 'Add your voice'],
  [{ plan, subscribed: true, voices: 1 }, [true, true, false], 'Send your first campaign'],
  [{ plan: undefined, subscribed: undefined, voices: 1 }, [undefined, true, false], undefined],
  [{ plan, subscribed: true, voices: undefined }, [true, undefined, false], undefined],
])('%o', (progress, done, next) => {
  const steps = firstSteps(progress);
  expect(steps.map((step) => step.done)).toEqual(done);
  expect(nextStep(steps)?.title).toBe(next);
});

test('what is done says what came of it', () => {
  const [first, second] = firstSteps({ plan, subscribed: true, voices: 1 });
  expect(first?.text).toBe('Scale: 60,000 credits a month.');
  expect(second?.text).toBe('1 voice in your library.');
});
