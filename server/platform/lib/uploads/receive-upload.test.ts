import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
  // As of a request, whose errors nobody has to listen to.
  body.on('error', () => undefined);
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

const field = (name: string, content: string): Part => ({ name, filename: undefined, content });
const csv = (name: string): Part => ({ name, filename: 'list.csv', content: 'Phone' });
const manyFields = (count: number) => Array.from({ length: count }, (_, at) => field(`f${String(at)}`, 'x'));

describe.each([
  ['at once', 1_000_000],
  ['in pieces', 1_000],
])('a form that arrives %s', (_how, piece) => {
  const arriving = (form: Buffer) => Readable.from(cutOff(form, { end: form.length, piece, gone: false }));

  it.each([
    ['fields', [...manyFields(101), csv('csv_file')], 'The form has more than 100 fields.'],
    ['fields after its file', [csv('csv_file'), ...manyFields(101)], 'The form has more than 100 fields.'],
    ['files', [csv('csv_file'), csv('csv_file')], 'The form has more than one file.'],
    ['files of other names', [csv('other'), csv('csv_file')], 'The form has more than one file.'],
    ['text', [csv('csv_file'), field('note', 'x'.repeat(64 * 1024 + 1))], 'note: is longer than 64 KB'],
  ])('is refused with too many %s, and is not read without them', async (_what, parts, message) => {
    await expect(receive(arriving(formOf(parts)))).rejects.toMatchObject({ code: 'INVALID_INPUT', message });
  });

  it('is refused with too many parts that are neither field nor file', async () => {
    const form = Buffer.concat([
      Buffer.from('--b\r\nX: y\r\n\r\n\r\n'.repeat(110)),
      formOf([csv('csv_file')]),
    ]);
    await expect(receive(arriving(form))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'The form has more than 110 parts.',
    });
  });

  it('is refused while the file after its fields goes on', async () => {
    const form = formOf([...manyFields(101), { ...csv('csv_file'), content: 'x'.repeat(10_000) }]);
    const torn = cutOff(form, { end: form.length - 1_000, piece, gone: true });
    await expect(receive(Readable.from(torn))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('arrives whole, whatever it has up to the limits', async () => {
    const name = fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b', '_', '.') });
    const text = fc.oneof(
      fc.string({ maxLength: 20, unit: 'grapheme-ascii' }),
      fc.constant('x'.repeat(64 * 1024)),
    );
    const fields = fc.array(fc.tuple(name, text), { maxLength: 100, size: 'max' });
    await fc.assert(
      fc.asyncProperty(fields, fc.nat(), async (sent, place) => {
        fc.pre(sent.filter(([, value]) => value.length > 100).length < 10);
        const parts = sent.map(([at, value]) => field(at, value));
        const upload = await receive(
          arriving(formOf(parts.toSpliced(place % (parts.length + 1), 0, csv('csv_file')))),
        );
        const valuesOf = (one: string) => sent.filter(([at]) => at === one).map(([, value]) => value);
        expect(upload.fields).toEqual(new Map(sent.map(([at]) => [at, valuesOf(at)])));
        await upload.discard();
      }),
      { numRuns: 50 },
    );
  });
});
