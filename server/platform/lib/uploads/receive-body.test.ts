import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiveBody } from './receive-body.ts';
import { createSpool } from './spool.ts';

const MAX = 1024 * 1024;
const TOO_LARGE = { code: 'PAYLOAD_TOO_LARGE', message: 'The file is larger than 1 MB.' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-bodies-'));
});
afterAll(() => rm(folder, { recursive: true }));

const receive = (body: Readable, headers: Record<string, string> = {}) =>
  receiveBody(
    Object.assign(body, { headers, complete: !body.destroyed }) as never,
    createSpool({ dir: folder }),
    MAX,
  );

it('stores a body as it is, and removes it once it is discarded', async () => {
  const file = await receive(Readable.from([Buffer.from('Phone\n'), Buffer.from('4085550123\n')]));
  expect(await readFile(file.path, 'utf8')).toBe('Phone\n4085550123\n');
  await file.discard();
  expect(await readdir(folder)).toEqual([]);
});

it.each([
  ['says so', [], { 'content-length': String(MAX + 1) }],
  ['does not say so', [Buffer.alloc(MAX), Buffer.alloc(1)], {}],
])('refuses a body above the limit that %s, and keeps nothing of it', async (_what, chunks, headers) => {
  await expect(receive(Readable.from(chunks), headers)).rejects.toMatchObject(TOO_LARGE);
  expect(await readdir(folder)).toEqual([]);
});

it('keeps nothing of a body whose client is gone', async () => {
  // As of a request, whose errors nobody has to listen to.
  const body = new Readable({ read: () => undefined }).on('error', () => undefined);
  body.push('4085550123\n');
  const received = receiveBody(
    Object.assign(body, { headers: {}, complete: false }) as never,
    createSpool({ dir: folder }),
    MAX,
  );
  body.destroy(new Error('aborted'));
  await expect(received).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'The request was aborted.',
  });
  expect(await readdir(folder)).toEqual([]);
});
