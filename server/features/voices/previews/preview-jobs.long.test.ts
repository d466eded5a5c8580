import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocalSpeech } from '#server/emulators/speech/speech.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import { begin, made, SPOKEN, speakingNode } from './previews-harness.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

test('a preview is made by a worker, not by the web process that was asked for it', async () => {
  const web = await speakingNode(system, { enqueuesPreviews: true });
  const worker = await speakingNode(system);
  await worker.startWorker();
  const user = await web.subscriber();
  const { preview } = await begin(web, user);
  expect(await made(web, user, preview.id)).toMatchObject({ status: 'ready' });
  expect(web.spoken).toEqual([]);
  expect(worker.spoken).toEqual([SPOKEN]);
  await worker.stopWorker();
});

test('a preview is made by the next worker if one stops while it is spoken, and once if it is finished after all', async () => {
  const clock = createTestClock();
  const options = { clock, enqueuesPreviews: true };
  const [speaking, end] = [deferred(), deferred()];
  const first = await speakingNode(system, {
    ...options,
    speak: async (voice, text) => {
      speaking.resolve();
      await end.promise;
      return createLocalSpeech().speak(voice, text);
    },
  });
  await first.startWorker();
  const user = await first.subscriber();
  const { preview } = await begin(first, user);
  await speaking.promise;
  await first.stopWorker();
  // Its claim has expired.
  clock.advance(16_000);
  const next = await speakingNode(system, options);
  await next.startWorker();
  const ready = await made(next, user, preview.id);
  end.resolve();
  expect(ready).toMatchObject({ status: 'ready' });
  expect(next.spoken).toEqual([SPOKEN]);
  expect((await next.previewsOf(user).get({ id: preview.id })).preview.seconds).toBe(ready.seconds);
  await next.stopWorker();
});
