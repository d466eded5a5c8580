// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { FirstRunStep } from '#shared/first-run.ts';
import { noResponse } from '#client/testing/fake-server.ts';
import { click, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import FirstRunCard from './first-run-card.tsx';

const subscription = () => ({ subscriptionId: null, status: null, planId: null }) as never;
const open = (done: FirstRunStep[], close: () => Promise<never> = () => Promise.reject(noResponse())) =>
  renderScreen(<FirstRunCard run={{ closed: false, done }} hasCampaign={false} />, {
    answers: { billing: { subscription }, firstRun: { close } },
  });
const steps = () => [...document.querySelectorAll('li')];

test('what is done is marked, the next step is named, and what waits for it cannot be opened', async () => {
  await open(['business', 'voice']);
  expect(text()).toContain('2 of 6 done');
  expect(steps().map((step) => text(step).includes('(done)'))).toEqual([
    ...[true, true, false],
    ...[false, false, false],
  ]);
  const next = steps().filter((step) => step.getAttribute('aria-current') === 'step');
  expect(next).toHaveLength(1);
  const linked = steps().filter((step) => step.querySelector('a') !== null);
  expect(linked).toEqual(next);
  expect(text(steps()[2])).toMatch(/^3 /);
});

test('the list that cannot be hidden says so', async () => {
  const screen = await open([]);
  await click('Hide this list');
  expect(screen.sent('firstRun.close')).toEqual([{}]);
  expect(text()).toContain('The list could not be hidden. Please try again.');
});
