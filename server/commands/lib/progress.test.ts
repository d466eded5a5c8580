import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

function screen(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, write: (text: string) => written.push(text) };
}

test('a file gets a line after every 100,000 steps', () => {
  const log = screen(false);
  const progress = new Progress('events', log);
  for (let n = 0; n < 250; n++) progress.add(1_000, ', 2 streams');
  progress.clear();
  expect(log.written).toEqual(['100,000 events, 2 streams\n', '200,000 events, 2 streams\n']);
});

test('a terminal shows the latest figure in place, until it is cleared', () => {
  const terminal = screen(true);
  const progress = new Progress('events', terminal);
  progress.clear();
  progress.add(1);
  progress.add(1);
  progress.clear();
  expect(terminal.written).toEqual(['\r\u001B[K1 events', '\r\u001B[K']);
});
