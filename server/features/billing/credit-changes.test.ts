import { expect, test } from 'vitest';
import { changedCredits } from './credit-changes.ts';

const watchers = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ streamId: `s${String(n).padStart(5, '0')}`, version: n % 2 }));

/** Returns the streams that are yielded, and those after which the next ones were asked for. */
async function changed(count: number, { all = false, signal }: { all?: boolean; signal?: AbortSignal } = {}) {
  const everybody = watchers(count);
  const asked: string[] = [];
  const versionsOf = (streams: readonly string[]) =>
    Promise.resolve(new Map(streams.filter((stream) => stream !== 's00000').map((stream) => [stream, 1])));
  const found: string[] = [];
  const options = { all, ...(signal && { signal }) };
  const after = (stream: string, limit: number) => {
    asked.push(stream);
    return Promise.resolve(everybody.filter(({ streamId }) => streamId > stream).slice(0, limit));
  };
  for await (const { streamId } of changedCredits({ creditVersions: { versionsOf } }, after, options))
    found.push(streamId);
  return { found, asked };
}

test('streams are yielded whose version is another than at the last check; none is version 0', async () => {
  expect((await changed(5)).found).toEqual(['s00002', 's00004']);
  expect((await changed(3, { all: true })).found).toEqual(['s00000', 's00001', 's00002']);
  expect((await changed(0)).asked).toEqual(['']);
});

test('thousands are read in parts, each once', async () => {
  const { found, asked } = await changed(1_000, { all: true });
  expect(found).toEqual(watchers(1_000).map(({ streamId }) => streamId));
  expect(asked).toEqual(['', 's00499', 's00999']);
  expect((await changed(1_001, { all: true })).asked).toEqual(['', 's00499', 's00999']);
});

test('it ends with the signal', async () => {
  expect((await changed(3, { all: true, signal: AbortSignal.abort() })).asked).toEqual([]);
});
