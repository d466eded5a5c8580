import { expect, it, vi } from 'vitest';
import { EstimatorThread } from './estimator-thread.ts';

const SECOND_MS = 1_000;

it('scores passwords that are asked for at once, each for its own', async () => {
  const estimator = new EstimatorThread();
  const passwords = ['password1', 'kQ7#vb2!xLr9&dW', 'password1'];
  const [common, random, again] = await Promise.all(passwords.map((one) => estimator.score(one, [])));
  expect([common, random, again]).toEqual([0, 4, 0]);
});

it('counts the words of the owner', async () => {
  const estimator = new EstimatorThread();
  const without = await estimator.score('zyxomma-quandary', []);
  expect(await estimator.score('zyxomma-quandary', ['zyxomma-quandary'])).toBeLessThan(without);
});

it('ends after a while without a password, and begins again', async () => {
  const estimator = new EstimatorThread(1);
  await estimator.score('password1', []);
  await vi.waitFor(
    () => {
      expect(estimator.isLoaded).toBe(false);
    },
    { timeout: 30 * SECOND_MS },
  );
  expect(await estimator.score('password1', [])).toBe(0);
});
