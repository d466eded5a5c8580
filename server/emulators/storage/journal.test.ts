import { appendFile, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openJournal } from './journal.ts';

const record = z.object({ n: z.number() });

describe('the journal', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hark-journal-'));
    path = join(folder, 'record.jsonl');
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function replayed(): Promise<number[]> {
    const seen: number[] = [];
    const journal = await openJournal(path, record.parse, ({ n }) => seen.push(n));
    await journal.close();
    return seen;
  }

  it('replays what was appended, in order', async () => {
    const journal = await openJournal(path, record.parse, () => undefined);
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => journal.append({ n })));
    await journal.append({ n: 1_000 });
    await journal.close();
    expect(await replayed()).toEqual(Array.from({ length: 1_001 }, (_, n) => n));
  });

  it('flush resolves once every record is in the file', async () => {
    const journal = await openJournal(path, record.parse, () => undefined);
    void journal.append({ n: 1 });
    void journal.append({ n: 2 });
    await journal.flush();
    expect(await readFile(path, 'utf8')).toBe('{"n":1}\n{"n":2}\n');
    await journal.close();
  });

  it.each(['{"n":', '{"n":3}', 'x'.repeat(200_000)])(
    'truncates an incomplete last line and appends after it',
    async (torn) => {
      await writeFile(path, `{"n":1}\n{"n":2}\n${torn}`);
      expect(await replayed()).toEqual([1, 2]);
      await appendFile(path, '{"n":4}\n');
      expect(await replayed()).toEqual([1, 2, 4]);
    },
  );

  it('truncates an incomplete first line', async () => {
    await writeFile(path, '{"n":');
    expect(await replayed()).toEqual([]);
  });

  it('rejects a corrupt line in the middle with its number', async () => {
    await writeFile(path, '{"n":1}\n{"n"\n{"n":3}\n');
    await expect(replayed()).rejects.toThrow('line 2 cannot be read');
  });

  it.runIf(process.platform === 'linux')('closes its file if a line is corrupt', async () => {
    const openCopies = async () => {
      const targets = (await readdir('/proc/self/fd')).map((fd) =>
        readlink(`/proc/self/fd/${fd}`).catch(() => ''),
      );
      return (await Promise.all(targets)).filter((target) => target === path).length;
    };
    await writeFile(path, '{"n"\n');
    await expect(replayed()).rejects.toThrow('line 1 cannot be read');
    await vi.waitFor(async () => {
      expect(await openCopies()).toBe(0);
    });
  });
});
