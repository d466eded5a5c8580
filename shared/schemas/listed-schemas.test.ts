import { expect, test } from 'vitest';
import { listConstants } from '#shared/testing/listed-constants.ts';
import { listSchemas } from '#shared/testing/listed-schemas.ts';

const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'], { eager: true });

test('what inputs accept is as listed: integrators rely on it', async () => {
  await expect(listSchemas(modules, 'input')).toMatchFileSnapshot('listed-inputs.txt');
});

test('what answers have is as listed: screens and integrators read it', async () => {
  await expect(listSchemas(modules, 'output')).toMatchFileSnapshot('listed-answers.txt');
});

test('limits and choices are as listed: the texts for people and integrators name them', async () => {
  await expect(listConstants(modules)).toMatchFileSnapshot('listed-constants.txt');
});
