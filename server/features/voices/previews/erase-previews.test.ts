import { expect, test } from 'vitest';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { eraseAllPreviews, erasePreviews, sweepPreviews } from './erase-previews.ts';
import type { PreviewDeps } from './preview-deps.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const HELD = new Date(NOW.getTime() + 75_000);
const preview = (_id: string) => ({ _id, userId: 'u' });

interface Given {
  erased?: object[][];
  hasAny?: boolean;
  /** Whether a preview has not changed since it was read, and is gone for good then. */
  isClaimed?: boolean;
  isRemoved?: boolean;
}

function system({ erased = [], hasAny = false, isClaimed = true, isRemoved = false }: Given = {}) {
  const { calls, recorded } = createCallRecorder();
  const pages = [...erased];
  const deps = {
    clock: { now: () => NOW },
    objects: recorded('objects'),
    limit: recorded('limit'),
    jobs: recorded('jobs'),
    previews: recorded('previews', {
      erased: () => Promise.resolve(pages.shift() ?? []),
      claimErasure: (one: object) => Promise.resolve(isClaimed ? one : undefined),
      remove: () => Promise.resolve(isRemoved),
      hasAny: () => Promise.resolve(hasAny),
      toMake: () => Promise.resolve(['u', 'w']),
      toErase: () => Promise.resolve([preview('a')]),
    }),
  } as unknown as PreviewDeps;
  return { deps, calls };
}

test('previews of a voice are erased, then their recordings and then their records', async () => {
  const { deps, calls } = system({ erased: [[preview('a')]] });
  const scope = { userId: 'u', voiceId: 'v' };
  await erasePreviews(deps, scope);
  expect(calls).toEqual([
    ['previews.erase', scope, NOW, HELD],
    ['previews.erased', scope, NOW, 500],
    ['previews.claimErasure', preview('a'), HELD],
    ['objects.delete', 'previews/u/a.mp3'],
    ['previews.remove', preview('a'), NOW],
  ]);
});

test('thousands are erased in parts', async () => {
  const full = Array.from({ length: 500 }, (_, n) => preview(String(n)));
  const { deps, calls } = system({ erased: [full, [preview('last')]] });
  await erasePreviews(deps, { userId: 'u' });
  expect(calls.filter(([name]) => name === 'objects.delete')).toHaveLength(501);
});

test('a preview that has changed meanwhile keeps its recording; one begun again while it was erased is made', async () => {
  const changed = system({ erased: [[preview('a')]], isClaimed: false });
  await erasePreviews(changed.deps, { userId: 'u' });
  expect(changed.calls.map(([name]) => name)).toEqual([
    'previews.erase',
    'previews.erased',
    'previews.claimErasure',
  ]);
  const begun = system({ erased: [[preview('a')]], isRemoved: true });
  await erasePreviews(begun.deps, { userId: 'u' });
  expect(begun.calls.at(-1)).toEqual(['jobs.make', 'u']);
});

test.each([true, false])('the erasure of an account waits while it has a preview: %s', async (hasAny) => {
  const { deps, calls } = system({ hasAny });
  expect(await eraseAllPreviews(deps, 'u')).toBe(!hasAny);
  expect(calls).toContainEqual(['limit.erase', 'u']);
});

test('a sweep has lost previews made and removes what expired, until the process is to stop', async () => {
  const { deps, calls } = system();
  await sweepPreviews(deps, new AbortController().signal);
  expect(calls.map(([name, first]) => [name, first])).toEqual([
    ['previews.toMake', NOW],
    ['jobs.make', 'u'],
    ['jobs.make', 'w'],
    ['previews.toErase', NOW],
    ['previews.claimErasure', preview('a')],
    ['objects.delete', 'previews/u/a.mp3'],
    ['previews.remove', preview('a')],
  ]);
  const stopped = system();
  await sweepPreviews(stopped.deps, AbortSignal.abort());
  expect(stopped.calls.map(([name]) => name)).not.toContain('objects.delete');
});
