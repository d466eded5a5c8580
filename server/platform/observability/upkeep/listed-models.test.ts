import { expect, test } from 'vitest';
import { listModels, type Modules } from '#server/testing/database/list-models.ts';

test('the fields and indexes of stored documents are as listed', async () => {
  const modules: Modules = import.meta.glob(['./**/*-store.ts', './**/*-model.ts'], { eager: true });
  await expect(listModels(modules)).toMatchFileSnapshot('listed-models.txt');
});
