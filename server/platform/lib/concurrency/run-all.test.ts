import { expect, test } from 'vitest';
import { runAll } from './run-all.ts';

const RUNNING = new AbortController().signal;

test('a step that fails holds up no other, and its error is thrown at the end', async () => {
  const done: string[] = [];
  const step = (name: string) => () => Promise.resolve(done.push(name));
  const down = new Error('down');
  const failing = () => Promise.reject(down);
  await expect(runAll(RUNNING, [step('a'), failing, step('b')])).rejects.toBe(down);
  expect(done).toEqual(['a', 'b']);
  await expect(runAll(RUNNING, [failing, step('c'), failing])).rejects.toMatchObject({
    errors: [down, down],
  });
  await runAll(RUNNING, [step('d')]);
  expect(done).toEqual(['a', 'b', 'c', 'd']);
});

test('no step begins once the signal is aborted', async () => {
  const stopping = new AbortController();
  const done: string[] = [];
  await runAll(stopping.signal, [
    () => {
      done.push('a');
      stopping.abort();
      return Promise.resolve();
    },
    () => Promise.resolve(done.push('b')),
  ]);
  expect(done).toEqual(['a']);
});
