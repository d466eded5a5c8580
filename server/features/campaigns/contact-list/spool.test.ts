import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { campaignDraftInput } from '#shared/schemas/campaigns/campaigns.ts';
import { withSavedList } from '#server/features/campaigns/saved-lists/saved-list-source.ts';
import { receiveList } from './receive-list.ts';
import { receiveUpload } from '#server/platform/lib/uploads/receive-upload.ts';
import { createSpool, type Spool } from '#server/platform/lib/uploads/spool.ts';

const REFUSED = {
  code: 'UNAVAILABLE',
  message: 'The file cannot be stored right now. Please try again later.',
};
/** Bytes that arrive at a time. */
const CHUNK = 64 * 1024;
const LONG = 'x'.repeat(300_000);

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hark-spool-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** A disk with room for so many writes. */
function fullAfter(writes: number): Spool {
  return createSpool({
    dir,
    async openFile(path, flags, mode) {
      const file = await open(path, flags, mode);
      let left = writes;
      return {
        close: () => file.close(),
        async appendFile(data) {
          left -= 1;
          if (left >= 0) return file.appendFile(data);
          const error = new Error('ENOSPC: no space left on device, write');
          throw Object.assign(error, { code: 'ENOSPC', syscall: 'write' });
        },
      };
    },
  });
}

function inChunks(text: string): Readable {
  const bytes = Buffer.from(text);
  const chunks = Math.ceil(bytes.length / CHUNK);
  return Readable.from(Array.from({ length: chunks }, (_, n) => bytes.subarray(n * CHUNK, (n + 1) * CHUNK)));
}

function formRequest(): never {
  const lines = [
    '--b',
    'Content-Disposition: form-data; name="csv_file"; filename="a.csv"',
    '',
    LONG,
    '--b--',
    '',
  ];
  const body = inChunks(lines.join('\r\n'));
  return Object.assign(body, { headers: { 'content-type': 'multipart/form-data; boundary=b' } }) as never;
}

function jsonRequest(): never {
  const contacts = Array.from({ length: 400 }, () => ({ first_name: 'x'.repeat(500) }));
  const draft = { campaign_name: 'Long', message: 'Hello', voice_id: 'voice' };
  return inChunks(JSON.stringify({ ...draft, contacts })) as never;
}

/** Everything that is spooled. */
const WRITERS: [string, (spool: Spool) => Promise<unknown>][] = [
  ['a form', (spool) => receiveUpload(formRequest(), spool)],
  [
    'a long JSON body',
    (spool) => receiveList(jsonRequest(), spool, { schema: campaignDraftInput, maxBytes: 1_000_000 }),
  ],
  [
    'a saved list',
    (spool) => {
      const list = {
        consent: {},
        ownColumns: [],
        isUnchanged: () => Promise.resolve(true),
        contacts: async function* () {
          for (let n = 0; n < 5; n += 1)
            yield await Promise.resolve([{ first_name: randomBytes(60_000).toString('base64') }]);
        },
      };
      const savedLists = { open: () => Promise.resolve(list) } as never;
      const use = () => Promise.resolve('used');
      return withSavedList({ savedLists, spool }, { userId: 'ann', listId: 'list' }, use);
    },
  ],
];

describe.each(WRITERS)('the spool of %s', (_, write) => {
  beforeEach(async () => {
    expect(await readdir(dir)).toEqual([]);
  });

  test.each([0, 1])(
    'is refused with 503 by a disk that is full after %i writes, and leaves nothing',
    async (n) => {
      await expect(write(fullAfter(n))).rejects.toMatchObject(REFUSED);
      expect(await readdir(dir)).toEqual([]);
    },
  );

  test('is refused beyond what all lists of the process may have, until there is room', async () => {
    const spool = createSpool({ dir, maxBytes: 2_000_000 });
    const fill = (bytes: number) => spool.create('csv', (file) => file.write(Buffer.alloc(bytes)));
    const others = [await fill(500_000), await fill(500_000), await fill(500_000)];
    const last = await fill(400_000);
    await expect(write(spool)).rejects.toMatchObject(REFUSED);
    expect(await readdir(dir)).toHaveLength(4);
    await last.discard();
    await last.discard();
    const first = (await write(spool)) as { discard?(): Promise<void> };
    await first.discard?.();
    others.push(await fill(500_000));
    await expect(fill(1)).rejects.toMatchObject(REFUSED);
    for (const other of others) await other.discard();
  });

  test('is refused above its share of what all lists may have', async () => {
    await expect(write(createSpool({ dir, maxBytes: 800_000 }))).rejects.toMatchObject(REFUSED);
    expect(await readdir(dir)).toEqual([]);
  });

  test('is refused where the folder cannot be made', async () => {
    const file = await open(join(dir, 'file'), 'w');
    await file.close();
    await expect(write(createSpool({ dir: join(dir, 'file') }))).rejects.toMatchObject(REFUSED);
    await rm(join(dir, 'file'));
  });
});
