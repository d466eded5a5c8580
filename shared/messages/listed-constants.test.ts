import { expect, test } from 'vitest';
import { listConstants } from '#shared/testing/listed-constants.ts';

const modules = import.meta.glob<Record<string, unknown>>(
  ['./**/*.ts', '!./**/*.test.ts', '!./encodings/**'],
  { eager: true },
);

test('limits, choices and tables are as listed: texts for people and integrators name them', async () => {
  await expect(listConstants(modules)).toMatchFileSnapshot('listed-constants.txt');
});
