// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { click, hasButton, isDisabled, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { Recorder } from './recorder.tsx';
import type { RecorderControl } from './use-recorder.ts';

const open = async (change: Partial<RecorderControl>, blocked = false) => {
  const recorder: RecorderControl = {
    phase: 'idle',
    seconds: 0,
    problem: undefined,
    level: null,
    start: vi.fn(() => Promise.resolve()),
    stop: vi.fn(),
    reset: vi.fn(),
    ...change,
  };
  const nothing = () => undefined;
  await renderScreen(
    <Recorder recorder={recorder} recording={null} blocked={blocked} onChange={nothing} onDelete={nothing} />,
  );
  return recorder;
};
const bars = () => document.querySelectorAll('section [aria-hidden] > span').length;

test.each<[RecorderControl['phase'], string, number, number]>([
  ['idle', 'Record', 1, 0],
  ['recording', 'Stop', 0, 1],
])('while %s, the button says %s and does so', async (phase, name, started, stopped) => {
  const { start, stop } = await open({ phase, seconds: 7.9 });
  expect(text()).toContain('0:07/0:30');
  await click(name);
  expect([vi.mocked(start).mock.calls.length, vi.mocked(stop).mock.calls.length]).toEqual([started, stopped]);
});

test.each<[RecorderControl['phase'], boolean]>([
  ['idle', false],
  ['preparing', false],
  ['recording', true],
])('while %s, the level is shown: %s', async (phase, isShown) => {
  await open({ phase, level: () => 0.5 });
  expect(bars() > 0).toBe(isShown);
});

test('nothing is recorded while a file is chosen, or while the microphone is prepared', async () => {
  const blocked = await open({}, true);
  expect(isDisabled('Record')).toBe(true);
  await click('Record');
  expect(blocked.start).not.toHaveBeenCalled();
});

test('a recorder that is being prepared says so', async () => {
  await open({ phase: 'preparing' });
  expect(isDisabled('Preparing...')).toBe(true);
  expect(hasButton('Stop')).toBe(false);
});

test('a problem is said with what helps', async () => {
  await open({ problem: { text: 'No microphone', hint: 'Connect one' } });
  expect(text(document.querySelector('[role=alert]') ?? undefined)).toBe('No microphone Connect one');
});
