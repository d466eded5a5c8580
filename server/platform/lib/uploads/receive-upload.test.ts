import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
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

it('refuses a form above the size limit, whichever part is too large', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-upload-'));
  const body = Readable.from(endlessForm());
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const received = receiveUpload(Object.assign(body, { headers }) as never, createSpool({ dir: folder }));
  await expect(received).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  body.destroy();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
