import { expect, test } from 'vitest';
import { AppError } from '#server/platform/lib/errors.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { advanceVoice } from './advance-voice.ts';
import type { VoiceDeps } from './voice-deps.ts';

/** Advances a voice of a state, whose files cannot be deleted for a reason; returns what was asked of the stores. */
async function advanced(state: string | undefined, error?: Error): Promise<unknown[]> {
  const { calls, recorded } = createCallRecorder();
  const at = new Date('2027-01-12T15:00:00Z');
  const voice = { _id: 'v', userId: 'u', state, uploadUntil: at, objectKey: 'key' };
  const deps = {
    store: recorded('store', {
      byId: () => Promise.resolve(state === undefined ? undefined : voice),
      transition: () => Promise.reject(error ?? new Error('asked')),
    }),
    uses: recorded('uses'),
    clock: { now: () => at },
    log: recorded('log', { warn: () => undefined }),
  };
  await advanceVoice(deps as unknown as VoiceDeps, 'v');
  return calls.map(([name]) => name);
}

test('a voice that is gone needs nothing', async () => {
  expect(await advanced(undefined)).toEqual(['store.byId']);
});

test('an error of the database while a voice is deleted is not taken for its use by a campaign', async () => {
  await expect(advanced('deleting', new Error('no database'))).rejects.toThrow('no database');
  expect(await advanced('deleting', new AppError('CONFLICT', 'in use'))).toContain('store.byId');
});
