import { expect, test, vi } from 'vitest';
import { referencedKeys } from './referenced-keys.ts';

test('a key is unreferenced only if it names a record, and that does not reference it', async () => {
  const find = vi.fn(() =>
    Promise.resolve((id: string, key: string) => id === 'kept' && !key.endsWith('.old')),
  );
  const keys = ['voices/kept.mp3', 'voices/kept.old', 'voices/gone.mp3', 'another/form.mp3'];
  expect(await referencedKeys(keys, /^voices\/(\w+)\./, find)).toEqual([
    'voices/kept.mp3',
    'another/form.mp3',
  ]);
  expect(find.mock.calls).toEqual([[['kept', 'gone']]]);
});
