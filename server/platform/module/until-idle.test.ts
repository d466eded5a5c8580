import { expect, test } from 'vitest';
import { untilIdle } from './until-idle.ts';

const never = () => new Promise<void>(() => undefined);

test('a stop waits for each module, for those with a limit no longer than that', async () => {
  let finish = (): void => undefined;
  const running = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let stopped = false;
  const stop = untilIdle([{}, { idle: () => running }, { idle: never, idleMs: 1 }]).then(() => {
    stopped = true;
  });
  await untilIdle([{ idle: never, idleMs: 5 }]);
  expect(stopped).toBe(false);
  finish();
  await stop;
});
