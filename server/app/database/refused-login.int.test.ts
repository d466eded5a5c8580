import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { startReplicaSetStub } from '#server/testing/fakes/replica-set-stub.ts';

const REFUSAL = 'MONGODB_URI: the database refuses this user or password.\n';

/** Runs a program of Hark to its end; returns its exit code and what it wrote to standard error. */
function run(MONGODB_URI: string, DATA_DIR: string, ...args: string[]) {
  const { PATH, HOME, XDG_CACHE_HOME } = process.env;
  const env = {
    PATH,
    HOME,
    XDG_CACHE_HOME,
    DATA_DIR,
    MONGODB_URI,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'fatal',
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env }, (_error, _out, err) => {
      resolve({ code: child.exitCode, err });
    });
  });
}

test.each([
  ['a wrong password', 18, 'ana:wrong@'],
  ['no user where one is needed', 13, ''],
])(
  '%s is one line and exit code 2, of a start and of commands',
  { timeout: 120_000 },
  async (_, code, user) => {
    const database = await startReplicaSetStub(() => ({ ok: 0, code, errmsg: 'no' }));
    const folder = await mkdtemp(join(tmpdir(), 'hark-login-'));
    onTestFinished(async () => {
      await database.close();
      await rm(folder, { recursive: true });
    });
    const { server, optOuts, backup, restore } = await buildHark();
    const uri = database.uri.replace('//', `//${user}`);
    for (const args of [
      [server],
      [optOuts, 'list'],
      [backup, 'rotate', join(folder, 'b'), '--every=1'],
      [restore, folder],
    ])
      expect(await run(uri, folder, ...args)).toEqual({ code: 2, err: REFUSAL });
  },
);
