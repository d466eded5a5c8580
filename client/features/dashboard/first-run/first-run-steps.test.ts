import { expect, test } from 'vitest';
import type { FirstRunStep } from '#shared/first-run.ts';
import { linesOf } from '#client/testing/lines.ts';
import { firstRunSteps, nextStep } from './first-run-steps.ts';

const none = { pastDue: false, hasCampaign: false };

test.each<[FirstRunStep[], FirstRunStep, FirstRunStep[]]>([
  [[], 'business', ['contacts', 'test', 'send']],
  [['business'], 'voice', ['contacts', 'test', 'send']],
  [['business', 'voice'], 'plan', ['contacts', 'test', 'send']],
  [['business', 'voice', 'contacts'], 'plan', ['contacts', 'test', 'send']],
  [['business', 'plan', 'contacts'], 'voice', ['test', 'send']],
  [['business', 'voice', 'contacts', 'plan'], 'test', []],
  [['voice', 'plan'], 'business', []],
  [['business', 'voice', 'contacts', 'plan', 'test'], 'send', []],
])('after %j comes %s, and %j cannot be done yet', (done, next, waiting) => {
  const steps = firstRunSteps({ ...none, done });
  expect(nextStep(steps)?.step).toBe(next);
  expect(steps.filter((step) => !step.ready).map(({ step }) => step)).toEqual(waiting);
  expect(steps.filter((step) => step.done).map(({ step }) => step)).toHaveLength(done.length);
});

test('a customer whose last payment failed is asked for a card, not for a plan', () => {
  const steps = firstRunSteps({ ...none, done: ['business', 'voice', 'contacts'], pastDue: true });
  expect(nextStep(steps)).toMatchObject({
    title: 'Update your card',
    text: 'Your last payment failed. Your plan is paused until the payment succeeds.',
    action: 'Update card',
    href: '/billing',
  });
});

test('a campaign that was not sent is opened, not made again', () => {
  const links = (hasCampaign: boolean) =>
    firstRunSteps({ ...none, done: [], hasCampaign })
      .map(({ href }) => href)
      .at(-1);
  expect([links(false), links(true)]).toEqual(['/campaign', '/campaigns']);
});

test('steps have their texts and places', async () => {
  await expect(
    linesOf([
      firstRunSteps({ done: [], ...none }),
      firstRunSteps({ done: [], pastDue: true, hasCampaign: true }),
    ]),
  ).toMatchFileSnapshot('listed-texts.txt');
});
