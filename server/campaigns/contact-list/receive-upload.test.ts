import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { receiveUpload } from './receive-upload.ts';

const MB = 1024 * 1024;

/** A form whose part `note` goes on for ever. */
async function* endlessForm(): AsyncGenerator<Buffer> {
  yield Buffer.from('--b\r\nContent-Disposition: form-data; name="note"\r\n\r\n');
  const block = Buffer.alloc(MB, 'x');
  for (;;) {
    await nextTurn();
    yield block;
  }
}

it('a form is refused at the limit of its size, whichever of its parts is too large', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hark-upload-'));
  const body = Readable.from(endlessForm());
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const received = receiveUpload(Object.assign(body, { headers }) as never, folder);
  await expect(received).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  body.destroy();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
