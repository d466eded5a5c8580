import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { receiveUpload } from './receive-upload.ts';
import { createSpool } from './spool.ts';

const MB = 1024 * 1024;

/** An endless form: its field `note` never ends. */
async function* endlessForm(): AsyncGenerator<Buffer> {
  yield Buffer.from('--b\r\nContent-Disposition: form-data; name="note"\r\n\r\n');
  const block = Buffer.alloc(MB, 'x');
  for (;;) {
    await nextTurn();
    yield block;
  }
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-upload-'));
});
afterEach(async () => {
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

function receive(body: Readable) {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  return receiveUpload(Object.assign(body, { headers }) as never, createSpool({ dir: folder }));
}

it('refuses a form above the size limit, whichever part is too large', async () => {
  const body = Readable.from(endlessForm());
  await expect(receive(body)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  body.destroy();
});

interface Part {
  name: string;
  filename: string | undefined;
  content: string;
}
const part: fc.Arbitrary<Part> = fc.record({
  name: fc.constantFrom('file', 'other', 'charset'),
  filename: fc.constantFrom('list.csv', undefined),
  content: fc.string({ maxLength: 300, unit: 'grapheme-ascii' }),
});

function formOf(parts: readonly Part[]): Buffer {
  const bodies = parts.map(({ name, filename, content }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    return `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
  });
  return Buffer.from(`${bodies.join('')}--b--\r\n`);
}

/** Yields a form in small pieces up to `end`, and then ends, or fails as when the client is gone. */
async function* cutOff(form: Buffer, { end, piece, gone }: { end: number; piece: number; gone: boolean }) {
  for (let at = 0; at < end; at += piece) {
    yield form.subarray(at, Math.min(end, at + piece));
    await nextTurn();
  }
  if (gone) throw new Error('the client is gone');
}

it('refuses a form that is cut off anywhere, in whatever part, and ends nothing else', async () => {
  const cut = fc.record({
    share: fc.double({ min: 0, max: 0.99, noNaN: true }),
    piece: fc.integer({ min: 1, max: 80 }),
    gone: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 4 }),
      cut,
      async (parts, { share, ...how }) => {
        const form = formOf(parts);
        // The last line is not needed.
        const end = Math.floor(share * (form.length - '--b--\r\n'.length));
        await expect(receive(Readable.from(cutOff(form, { end, ...how })))).rejects.toMatchObject({
          code: 'INVALID_INPUT',
        });
      },
    ),
    { numRuns: 150 },
  );
});
