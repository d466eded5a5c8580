import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { writeChecked } from '#server/platform/backup/checked-files.ts';
import { createDecryption, createEncryption } from '#server/platform/backup/encryption.ts';
import { prepareProgram } from './testing/debian-program.mjs';

const run = promisify(execFile);
/** Three chunks of age, of which the last is not full. */
const CONTENT = Buffer.alloc(150_000, 'contents of a collection ');

let folder: string;
let age: string | undefined;
let reason = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hark-age-'));
  age = await prepareProgram('age', { path: 'usr/bin/age', probe: '--version' }).catch((error: unknown) => {
    reason = String(error);
    return undefined;
  });
}, 300_000);
afterAll(() => rm(folder, { recursive: true }));

/** Returns the program, and a pair of keys that its `age-keygen` has made. */
async function prepared({ skip }: TestContext, keyFile: string) {
  const program = age ?? skip(reason);
  const { stderr } = await run(join(dirname(program), 'age-keygen'), ['-o', keyFile]);
  return { program, recipient: stderr.trim().split(' ').at(-1) ?? '' };
}

async function* contents(): AsyncGenerator<Buffer> {
  yield await Promise.resolve(CONTENT);
}

test('Debian’s age decrypts a file of a backup', async (context) => {
  const keyFile = join(folder, 'key.txt');
  const { program, recipient } = await prepared(context, keyFile);
  const place = { folder, cipher: await createEncryption([recipient]) };
  await writeChecked(place, 'users.bson.gz', contents(), { compressed: true });
  const args = ['-d', '-i', keyFile, join(folder, 'users.bson.gz.age')];
  const { stdout } = await run(program, args, { encoding: 'buffer' });
  expect(gunzipSync(stdout)).toEqual(CONTENT);
});

test('what Debian’s age encrypts is decrypted with the keys of its file', async (context) => {
  const keyFile = join(folder, 'other-key.txt');
  const { program, recipient } = await prepared(context, keyFile);
  const [plain, sealed] = [join(folder, 'plain'), join(folder, 'sealed')];
  await writeFile(plain, CONTENT);
  await run(program, ['-r', recipient, '-o', sealed, plain]);
  const decrypt = await createDecryption(keyFile);
  expect(await buffer(decrypt(createReadStream(sealed)))).toEqual(CONTENT);
  expect(await readFile(sealed)).not.toEqual(CONTENT);
});
