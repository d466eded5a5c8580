// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { renderScreen } from '#client/testing/screen.tsx';
import { turn } from '#client/testing/turn.ts';
import RangePicker from './range-picker.tsx';

const TODAY = new Date('2026-11-20T23:30:00.000Z');
const day = (at: string) => {
  const found = document.querySelector<HTMLButtonElement>(`[data-day="${at}"] button`);
  if (found === null) throw new Error(`There is no day ${at}`);
  return found;
};
const open = async (start: string | null, end: string | null) => {
  const onChange = vi.fn();
  await renderScreen(<RangePicker start={start} end={end} today={TODAY} onChange={onChange} />);
  return onChange;
};
const press = (at: string) =>
  turn(() => {
    day(at).click();
  });

test('days before today in UTC cannot be chosen, today can', async () => {
  await open(null, null);
  expect([day('2026-11-19').disabled, day('2026-11-20').disabled]).toEqual([true, false]);
});

test.each<[string | null, string | null, string, [string, string | null]]>([
  ['2026-11-21', null, '2026-11-25', ['2026-11-21', '2026-11-25']],
  ['2026-11-21', '2026-11-25', '2026-11-27', ['2026-11-27', null]],
  [null, null, '2026-11-25', ['2026-11-25', null]],
  [null, '2026-11-25', '2026-11-21', ['2026-11-21', '2026-11-25']],
  [null, '2026-11-25', '2026-11-25', ['2026-11-25', '2026-11-25']],
  [null, '2026-11-25', '2026-11-26', ['2026-11-26', null]],
])('from %s to %s, a press of %s chooses %j', async (start, end, pressed, [from, to]) => {
  const onChange = await open(start, end);
  await press(pressed);
  expect(onChange.mock.calls).toEqual([[from, to]]);
});

test('the month of the chosen start is shown, and the last day is one year ahead', async () => {
  await open('2027-11-18', null);
  expect(day('2027-11-18').disabled).toBe(false);
  expect(day('2027-11-22').disabled).toBe(true);
});
