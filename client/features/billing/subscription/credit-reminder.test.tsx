// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { noResponse, refusal, type Answers } from '#client/testing/fake-server.ts';
import { click, enter, field, isDisabled, noteOf, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { CreditReminder } from './credit-reminder.tsx';

const reminder = (threshold: number | null, answers: Answers['billing'] = {}, balance = 9_000) => ({
  answers: {
    billing: { creditAlert: () => ({ threshold }), ...answers },
    credits: { balance: () => ({ balance, held: 0 }) },
  },
});

test.each([
  [null, 9_000, '', 'No reminder is set.', true],
  [5_000, 5_000, '5,000', 'You get an email below 5,000 credits.', false],
  [5_000, 4_999, '5,000', 'You have fewer than that now.', false],
])(
  'with the threshold %s and %i credits it says what follows',
  async (saved, balance, shown, said, isOff) => {
    await renderScreen(<CreditReminder />, reminder(saved, {}, balance));
    expect(field('Remind me below').value).toBe(shown);
    expect(text()).toContain(said);
    expect(isDisabled('Turn off')).toBe(isOff);
  },
);

test.each([
  ['', 'Enter a whole number of credits'],
  ['1.5', 'Enter a whole number of credits'],
  ['many', 'Enter a whole number of credits'],
  ['0', 'Enter at least 1 credit'],
  ['100,000,001', 'Enter at most 100,000,000 credits'],
])('the threshold %j is refused before it is sent', async (typed, problem) => {
  const screen = await renderScreen(<CreditReminder />, reminder(null));
  await enter('Remind me below', typed);
  await click('Save');
  expect(noteOf('Remind me below')).toContain(problem);
  expect(screen.sent('billing.setCreditAlert')).toEqual([]);
  await enter('Remind me below', '7');
  expect(noteOf('Remind me below')).not.toContain(problem);
});

test('a threshold is saved without its separators, and turned off', async () => {
  const screen = await renderScreen(<CreditReminder />, reminder(null, { setCreditAlert: (given) => given }));
  await enter('Remind me below', ' 12,500 ');
  await click('Save');
  expect(text()).toContain('The reminder is saved.');
  expect(field('Remind me below').value).toBe('12,500');
  expect(text()).toContain('You have fewer than that now.');
  await click('Turn off');
  expect(screen.sent('billing.setCreditAlert')).toEqual([{ threshold: 12_500 }, { threshold: null }]);
  expect(text()).toContain('The reminder is off.');
  expect(field('Remind me below').value).toBe('');
  expect(isDisabled('Turn off')).toBe(true);
});

test('a threshold that cannot be saved stays in its field', async () => {
  await renderScreen(
    <CreditReminder />,
    reminder(null, { setCreditAlert: () => Promise.reject(refusal('Not now')) }),
  );
  await enter('Remind me below', '500');
  await click('Save');
  expect(text()).toContain('Not now');
  expect(field('Remind me below').value).toBe('500');
});

test('a reminder that cannot be loaded is asked for again', async () => {
  const creditAlert = vi.fn(() => Promise.reject<{ threshold: number | null }>(noResponse()));
  await renderScreen(<CreditReminder />, reminder(null, { creditAlert }));
  creditAlert.mockResolvedValue({ threshold: 300 });
  await click('Retry');
  expect(field('Remind me below').value).toBe('300');
});
