// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { CreditFlowDay } from '#shared/schemas/billing/credits.ts';
import { click, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { CreditFlowCard } from './credit-flow-card.tsx';

const day = (change: Partial<CreditFlowDay> = {}): CreditFlowDay => ({
  day: '2026-11-20',
  granted: 0,
  held: 0,
  deducted: 0,
  released: 0,
  adjusted: 0,
  balance: 900,
  on_hold: 0,
  debt: 0,
  ...change,
});
const DAYS = { from: '2026-11-20', to: '2026-11-20' };
const flow = async (days: CreditFlowDay[], complete = true) => {
  const screen = await renderScreen(<CreditFlowCard days={DAYS} />, {
    answers: { credits: { flow: () => ({ days, complete }) } },
  });
  await click('Credit Flow: show the numbers');
  return screen;
};

test('each column of the numbers has what its header names', async () => {
  const moved = { granted: 1, released: 2, held: 3, deducted: 4, adjusted: -5, balance: 6 };
  const screen = await flow([day(moved)]);
  expect(screen.sent('credits.flow')).toEqual([DAYS]);
  expect(text()).toContain('4 credits deducted');
  const cells = (of: string) => [...document.querySelectorAll(of)].map((cell) => text(cell));
  expect(cells('thead th')).toEqual([
    ...['Day (UTC)', 'Granted', 'Released', 'Held', 'Deducted', 'Corrected', 'Balance'],
  ]);
  expect(cells('tbody td').map((cell) => cell.replace('−', '-'))).toEqual(['1', '2', '3', '4', '-5', '6']);
  expect(text()).not.toContain('No credits were');
});

test.each<[CreditFlowDay[], boolean, string]>([
  [[], true, 'These days are yet to come.'],
  [[day()], true, 'No credits were granted, held or deducted in these days.'],
  [[day({ granted: 5 })], false, 'Your credit history is long: older days are still being added up.'],
])('why there is nothing to see is said (%#)', async (days, complete, said) => {
  await flow(days, complete);
  expect(text()).toContain(said);
});
