// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { initialState } from '#client/features/campaigns/wizard/wizard-state.ts';
import { button, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { SuccessStep } from './success-step.tsx';

const half = (name: string, count: number) => ({
  id: name,
  name,
  contacts: 5,
  skipped: [
    { reason: 'do not call' as const, count },
    { reason: 'other half' as const, count: 40 },
  ],
  dropDate: '2027-03-01T15:00:00.000Z',
  creditCost: 250,
  balance: 9_000,
});

const show = (dropDate: string) => {
  const published = { ...half('A', 1), second: { ...half('B', 2), dropDate } };
  return renderScreen(<SuccessStep state={{ ...initialState(), step: 'success', published }} />);
};

test('whom each of two campaigns leaves out is said, without those whom the other calls', async () => {
  await show('2027-03-01T15:00:00.000Z');
  expect(text()).toContain(
    '“A” calls 5 people with message 1, and “B” 5 people with message 2, from Mon, Mar 1, 2027',
  );
  expect(document.querySelector('time')?.title).toBe('03-01-2027 03:00 PM UTC');
  expect(text()).toMatch(/1 contact left out of “A”.*2 contacts left out of “B”/);
  expect(text()).not.toContain('40');
});

test('each campaign that was made is a press away', async () => {
  await show('2027-03-01T15:00:00.000Z');
  expect(button('Open “A”').getAttribute('href')).toBe('/analytics/details/A');
  expect(button('Open “B”').getAttribute('href')).toBe('/analytics/details/B');
  const published = half('A', 1);
  await renderScreen(<SuccessStep state={{ ...initialState(), step: 'success', published }} />);
  expect(button('Open Campaign').getAttribute('href')).toBe('/analytics/details/A');
});

test('campaigns that start on different days have their own each', async () => {
  await show('2027-03-09T15:00:00.000Z');
  expect(text()).toMatch(
    /with message 1 from Mon, Mar 1, 2027, .*, and “B” .* with message 2, from Tue, Mar 9, 2027/,
  );
});
