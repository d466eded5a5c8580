import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { melodyMp3 } from '#server/emulators/speech/tone.ts';
import { confirmOverHttp, payPlan } from '#server/app/seed/account-setup.ts';
import { expectOk, type HarkClient } from '#server/app/seed/hark-client.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

const run = promisify(execFile);
const PROGRAM = new URL('journey.ts.txt', import.meta.url);
const COMPILER = resolve('node_modules/@typescript/native/bin/tsc');
const TIMEOUT_MS = 120_000;
const OPTIONS = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  types: ['node'],
};

let hark: TestHark;
let folder: string;
beforeAll(async () => {
  hark = await startHark();
  folder = await mkdtemp(join(tmpdir(), 'hark-client-'));
});
afterAll(async () => {
  await hark.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes the program with types generated from the served document, as an integrator would have them. */
async function generateClient(): Promise<void> {
  const document = await (await fetch(`${hark.baseUrl}/openapi.json`)).text();
  await writeFile(join(folder, 'openapi.ts'), astToString(await openapiTS(document)));
  await copyFile(PROGRAM, join(folder, 'journey.ts'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: OPTIONS, files: ['journey.ts'] }),
  );
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
}

async function createApiKey(client: HarkClient): Promise<string> {
  const key = { name: 'Journey', scope: 'full', expires_in_days: null };
  const { result } = expectOk(await client.post('/trpc/apiKeys.create', key)) as {
    result: { data: { key: string } };
  };
  return result.data.key;
}

it(
  'a client generated from the document does the main job: key, voice, campaign, webhook, result',
  async () => {
    await generateClient();
    const compiled = await run(process.execPath, [COMPILER, '-p', folder]).catch((error: unknown) => error);
    expect(compiled).toEqual({ stdout: '', stderr: '' });

    const { client } = await hark.newUser();
    await payPlan(client, confirmOverHttp(hark.baseUrl), 'launch');
    const env = {
      ...process.env,
      HARK_URL: hark.baseUrl,
      HARK_API_KEY: await createApiKey(client),
      RECORDING: (await melodyMp3(1, 1)).toString('base64'),
    };
    const { stdout } = await run(process.execPath, ['--import', 'tsx', 'journey.ts'], { cwd: folder, env });
    expect(JSON.parse(stdout)).toMatchObject({
      balance: 20_000,
      cost: 50,
      status: 'Success',
      delivered: 1,
      calls: [['12125550101', 'success']],
      code: 'NOT_FOUND',
      event: { type: 'campaign.finished', delivered: 1 },
      signed: true,
    });
  },
  TIMEOUT_MS,
);
