import { expect, test } from 'vitest';
import { listModules } from '#server/testing/system/list-modules.ts';

test('what a process is asked to do and to keep is as listed', async () => {
  await expect(listModules('billing')).toMatchFileSnapshot('listed-module.txt');
});
