import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { ExportFile, ExportRow } from '#server/platform/module/export-section.ts';
import { openArchive } from './build-archive.ts';
import type { ExportSources } from './export-sources.ts';

const ACCOUNT = { uid: 'u', streamId: 's' };
const FAILURE = new Error('the database is away');
const ROWS = 400;

type Fails = (part: string, at: number) => boolean;

/** Two sections and two files, whose parts fail where `fails` says so; `read` counts the rows and files read. */
function sourcesOf(fails: Fails): { sources: ExportSources; read: () => number; open: () => number } {
  let [read, open] = [0, 0];
  async function* rows(part: string): AsyncGenerator<ExportRow> {
    open += 1;
    try {
      for (let at = 0; at < ROWS; at += 1) {
        await turn();
        if (fails(part, at)) throw FAILURE;
        read += 1;
        yield { name: `${part} ${'x'.repeat(500)}${String(at)}` };
      }
    } finally {
      open -= 1;
    }
  }
  const file = (part: string): ExportFile => ({
    path: `${part}.mp3`,
    read: async () => {
      await turn();
      if (fails(part, 0)) throw FAILURE;
      read += 1;
      return Buffer.from(part);
    },
  });
  const section = (name: string) => ({ name, columns: ['name'], rows: () => rows(name) });
  const sources = {
    sections: () => [section('campaigns'), section('contacts')],
    files: () => Promise.resolve([file('one'), file('two')]),
  };
  return { sources, read: () => read, open: () => open };
}

const never = () => false;

/** Waits until nothing is open; nothing may be read afterwards. */
async function expectEnded({ read, open }: ReturnType<typeof sourcesOf>): Promise<void> {
  await vi.waitFor(() => {
    expect(open()).toBe(0);
  });
  const before = read();
  for (let n = 0; n < 20; n += 1) await turn();
  expect(read()).toBe(before);
}

test('an archive has each section twice, and the files', async () => {
  const from = sourcesOf(never);
  const zip = await buffer(await openArchive(from.sources, ACCOUNT, new AbortController().signal));
  for (const name of [
    'campaigns.json',
    'campaigns.csv',
    'contacts.json',
    'contacts.csv',
    'one.mp3',
    'two.mp3',
  ])
    expect(zip.includes(name)).toBe(true);
  expect(from.read()).toBe(4 * ROWS + 2);
});

test('an error of any part at any row is that of the archive, and ends the reading', async () => {
  const parts = fc.constantFrom('campaigns', 'contacts', 'one', 'two');
  await fc.assert(
    fc.asyncProperty(parts, fc.nat(ROWS - 1), async (failing, row) => {
      const from = sourcesOf(
        (part, at) => part === failing && (at === row || !['campaigns', 'contacts'].includes(part)),
      );
      const archive = await openArchive(from.sources, ACCOUNT, new AbortController().signal);
      await expect(buffer(archive)).rejects.toBe(FAILURE);
      await expectEnded(from);
    }),
    { numRuns: 12 },
  );
});

test.each([
  ['before it is read', 0],
  ['after some of it', 30],
])('one that is stopped %s ends, also where the database then goes away', async (_, turns) => {
  const stop = new AbortController();
  const from = sourcesOf(() => stop.signal.aborted);
  const archive = await openArchive(from.sources, ACCOUNT, stop.signal);
  const content = buffer(archive);
  const ended = expect(content).rejects.toMatchObject({ name: 'AbortError' });
  for (let n = 0; n < turns; n += 1) await turn();
  stop.abort();
  await ended;
  await expectEnded(from);
});

test.each([
  ['before it is opened', AbortSignal.abort()],
  ['before anybody reads it', undefined],
])('one that is stopped %s is an error to who reads it later, and ends nothing else', async (_, stopped) => {
  const stop = new AbortController();
  const from = sourcesOf(never);
  const archive = await openArchive(from.sources, ACCOUNT, stopped ?? stop.signal);
  stop.abort();
  for (let n = 0; n < 3; n += 1) await turn();
  await expect(buffer(archive)).rejects.toMatchObject({ name: 'AbortError' });
  await expectEnded(from);
});

test('one that nobody reads on is read no further', async () => {
  const from = sourcesOf(never);
  for await (const chunk of await openArchive(from.sources, ACCOUNT, new AbortController().signal)) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  await expectEnded(from);
});

test('files that cannot be listed are an error before anything is read', async () => {
  const from = sourcesOf(never);
  const sources = { ...from.sources, files: () => Promise.reject(FAILURE) };
  await expect(openArchive(sources, ACCOUNT, new AbortController().signal)).rejects.toBe(FAILURE);
  expect(from.read()).toBe(0);
});
