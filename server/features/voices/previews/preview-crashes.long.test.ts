import { eraseFrom } from '#server/testing/system/erase-from.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { interruptAt } from '#server/testing/database/interruption.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { startTestSystem, type TestSystem } from '#server/testing/system/test-system.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { begin, made, SPOKEN, speakingNode } from './previews-harness.ts';

let system: TestSystem;
let web: Awaited<ReturnType<typeof speakingNode>>;
const clock = createTestClock();
beforeAll(async () => {
  system = await startTestSystem();
  web = await speakingNode(system, { clock });
});
afterAll(() => system.stop());

const recordingsOf = ({ uid }: SignedInUser) =>
  readdir(join(system.dataDir, 'objects', 'previews', uid)).catch(() => []);

/** Begins a preview in a process that dies at a step, once it has reached it. Returns the id of the preview. */
async function dieAt(user: SignedInUser, when: 'before' | 'after', step: 'speak' | 'put'): Promise<string> {
  const death = interruptAt(1, when);
  const node = await speakingNode(system, {
    clock,
    ...(step === 'put' && { objects: (real) => death.around(real, ['put']) }),
    ...(step === 'speak' && {
      speak: async () => {
        await death.around({ die: () => Promise.resolve() }, ['die']).die();
        return Buffer.alloc(0);
      },
    }),
  });
  const { preview } = await begin(node, user);
  await death.reached;
  return preview.id;
}

const STEPS = [
  ['while it is spoken', 'before', 'speak', 1],
  ['before it is stored', 'before', 'put', 1],
  ['after it is stored', 'after', 'put', 0],
] as const;

test.each(STEPS)('a preview whose process dies %s is made by another', async (_when, when, step, spoken) => {
  const user = await web.subscriber();
  const before = web.spoken.length;
  const id = await dieAt(user, when, step);
  // Its holder may still live.
  expect((await begin(web, user)).preview.status).toBe('making');
  expect(web.spoken.length).toBe(before);
  clock.advance(16_000);
  await web.previews.sweep();
  expect(await made(web, user, id)).toMatchObject({ status: 'ready' });
  expect(web.spoken.slice(before)).toEqual(Array(spoken).fill(SPOKEN));
  expect(await recordingsOf(user)).toEqual([`${id}.mp3`]);
});

test('a text that stops each process is given up', async () => {
  const user = await web.subscriber();
  const before = web.spoken.length;
  let id = '';
  for (const _attempt of [1, 2, 3]) {
    id = await dieAt(user, 'before', 'speak');
    clock.advance(16_000);
  }
  await web.previews.sweep();
  const failed = { status: 'failed', reason: 'The message could not be spoken.' };
  expect(await made(web, user, id)).toMatchObject(failed);
  expect(web.spoken.length).toBe(before);
});

test('a preview that nobody asks for any more is made by the sweep, once by those of all processes', async () => {
  const user = await web.subscriber();
  const others = await Promise.all([1, 2, 3].map(() => speakingNode(system, { clock })));
  const nodes = [web, ...others];
  const before = web.spoken.length;
  const id = await dieAt(user, 'before', 'speak');
  clock.advance(16_000);
  await Promise.all(nodes.map((node) => node.previews.sweep()));
  await Promise.all(nodes.map((node) => node.previews.idle()));
  expect(await recordingsOf(user)).toEqual([`${id}.mp3`]);
  expect([...web.spoken.slice(before), ...others.flatMap(({ spoken }) => spoken)]).toEqual([SPOKEN]);
});

test('the erasure of an account waits for whoever may still write a recording, and leaves nothing', async () => {
  const user = await web.subscriber();
  await dieAt(user, 'after', 'put');
  expect(await eraseFrom(web.previews, user)).toBe(false);
  expect(await recordingsOf(user)).toHaveLength(1);
  clock.advance(80_000);
  expect(await eraseFrom(web.previews, user)).toBe(true);
  expect(await recordingsOf(user)).toEqual([]);
  const counts = web.connection.collection('preview_counts');
  expect(await counts.countDocuments({ key: { $regex: user.uid } })).toBe(0);
});

test('a recording that is finished after its preview was erased is not kept', async () => {
  const user = await web.subscriber();
  const pause = interruptAt(1, 'before');
  const node = await speakingNode(system, { clock, objects: (real) => pause.around(real, ['put']) });
  const { preview } = await begin(node, user);
  await pause.reached;
  await web.previews.erase(user.uid, `voice-of-${user.uid}`);
  await expect(web.previewsOf(user).get({ id: preview.id })).rejects.toThrow('Preview not found');
  clock.advance(80_000);
  await web.previews.sweep();
  pause.resume();
  await node.previews.idle();
  expect(await recordingsOf(user)).toEqual([]);
});

test('a preview that is asked for while its recording is deleted has one afterwards', async () => {
  const user = await web.subscriber();
  const { preview } = await begin(web, user);
  await made(web, user, preview.id);
  clock.advance(4 * DAY_MS);
  const eraser = await speakingNode(system, {
    clock,
    objects: (real) => ({
      ...real,
      async delete(key) {
        if (key.includes(preview.id)) {
          await begin(web, user);
          await web.previews.idle();
        }
        await real.delete(key);
      },
    }),
  });
  await eraser.previews.sweep();
  await eraser.previews.idle();
  expect(await made(web, user, preview.id)).toMatchObject({ status: 'ready' });
  expect(await recordingsOf(user)).toEqual([`${preview.id}.mp3`]);
});

test('a preview whose eraser died is made again after its claim', async () => {
  const user = await web.subscriber();
  const { preview } = await begin(web, user);
  await made(web, user, preview.id);
  clock.advance(4 * DAY_MS);
  const death = interruptAt(1, 'before');
  const eraser = await speakingNode(system, {
    clock,
    objects: (real) => {
      const dying = death.around(real, ['delete']);
      return { ...real, delete: (key) => (key.includes(preview.id) ? dying : real).delete(key) };
    },
  });
  void eraser.previews.sweep();
  await death.reached;
  expect((await begin(web, user)).preview.status).toBe('making');
  clock.advance(80_000);
  await web.previews.sweep();
  expect(await made(web, user, preview.id)).toMatchObject({ status: 'ready' });
  expect(await recordingsOf(user)).toEqual([`${preview.id}.mp3`]);
});
