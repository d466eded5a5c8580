import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { createIntegrator, type Integrator } from '#server/testing/system/integrator.ts';

/** What a campaign needs beside its start. */
const STARTING = ['campaigns', 'create', '--name', 'x', '--message', 'y', '--voice', 'z', '--list', 'l'];

const run = promisify(execFile);
const COMPILER = resolve('node_modules/@typescript/native/bin/tsc');
const CSV = 'id,firstname,lastname,phonenumber,recommendedphone\n1,Ana,Diaz,+12125550102,12125550102\n';
const MESSAGE = 'Hello {first_name}, this is Diaz Dental. To stop these messages, call (202) 555-0100.';

let hark: TestHark;
let integrator: Integrator;
/** A project of an integrator, with the package among its modules. */
let project: string;
beforeAll(async () => {
  hark = await startHark();
  integrator = await createIntegrator(hark);
  project = await mkdtemp(join(tmpdir(), 'hark-sdk-'));
  const modules = join(project, 'node_modules');
  await mkdir(join(modules, '@hark'), { recursive: true });
  await run(process.execPath, ['scripts/build-sdk.mjs']);
  await symlink(resolve('dist/sdk'), join(modules, '@hark/client'));
  await symlink(resolve('node_modules/@types'), join(modules, '@types'));
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  await writeFile(join(project, 'contacts.csv'), CSV);
}, 120_000);
afterAll(async () => {
  await hark.stop();
  await rm(project, { recursive: true, force: true });
});

it('the example of its README compiles under strict rules and does the main job', async () => {
  const readme = await readFile('scripts/sdk/README.md', 'utf8');
  const [example = '', webhook = ''] = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, code]) => code);
  const imported = "import { verifyWebhook } from '@hark/client';\ndeclare const rawBody: string;\n";
  await writeFile(join(project, 'example.ts'), example);
  await writeFile(
    join(project, 'webhook.ts'),
    `${imported}declare const request: Request;\n${webhook}console.log(event);\n`,
  );
  const options = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'];
  const modules = ['--module', 'NodeNext', '--target', 'ES2022', '--types', 'node'];
  await run(process.execPath, [COMPILER, ...options, ...modules, 'example.ts', 'webhook.ts'], {
    cwd: project,
  });
  const env = {
    ...process.env,
    HARK_URL: hark.baseUrl,
    HARK_API_KEY: integrator.key,
    VOICE_ID: integrator.voiceId,
    CONTACTS: 'contacts.csv',
  };
  const { stdout } = await run(process.execPath, ['example.js'], { cwd: project, env });
  expect(stdout).toContain('Spring cleaning calls 1 for at most 50 credits.');
  expect(stdout).toContain('Spring cleaning: Scheduled');
}, 60_000);

it('a list of numbers is imported as CSV by its typed call', async () => {
  const source = `import { createHark } from '@hark/client';
const { HARK_URL = '', HARK_API_KEY = '' } = process.env;
const hark = createHark({ baseUrl: HARK_URL, apiKey: HARK_API_KEY });
console.log(JSON.stringify(await hark.post('/api/suppressions/import/', { body: 'Phone\\n12125550170\\n12125550171\\n' })));
`;
  await writeFile(join(project, 'import.ts'), source);
  const modules = ['--strict', '--module', 'NodeNext', '--target', 'ES2022', '--types', 'node'];
  await run(process.execPath, [COMPILER, ...modules, 'import.ts'], { cwd: project });
  const env = { ...process.env, HARK_URL: hark.baseUrl, HARK_API_KEY: integrator.key };
  const { stdout } = await run(process.execPath, ['import.js'], { cwd: project, env });
  expect(JSON.parse(stdout)).toMatchObject({ added: 2 });
}, 60_000);

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command line, with its configuration in the project. */
async function command(
  args: readonly string[],
  input = '',
  more: Record<string, string> = {},
): Promise<Ended> {
  const program = resolve('dist/sdk/bin/hark.js');
  const env = { PATH: process.env['PATH'], XDG_CONFIG_HOME: project, ...more };
  const child = spawn(process.execPath, [program, ...args], { cwd: project, env });
  child.stdin.on('error', () => undefined).end(input);
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((done) => child.on('close', done)),
  ]);
  return { code, stdout, stderr };
}

describe('the command line', () => {
  it('stores a key that Hark knows, for this user of the machine alone', async () => {
    expect(await command(['campaigns', 'list'])).toMatchObject({ code: 2, stdout: '' });
    const refused = await command(['login', '--url', hark.baseUrl], `hark_${'0'.repeat(40)}\n`);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('Hark does not know this API key.');
    expect(await command(['login', '--url', hark.baseUrl], `${integrator.key}\n`)).toMatchObject({ code: 0 });
    expect((await stat(join(project, 'hark/config.json'))).mode & 0o777).toBe(0o600);
  });

  it('shows the stored key to no other Hark', async () => {
    const other = await command(['campaigns', 'list'], '', { HARK_URL: 'http://127.0.0.1:9' });
    expect(other).toMatchObject({ code: 2, stdout: '' });
    expect(other.stderr).toContain(`The stored key is for ${hark.baseUrl}.`);
  });

  it('does the main job: a list from a pipe, a campaign for it, its calls and an opt-out', async () => {
    const list = await command(
      ['lists', 'upload', '-', '--name', 'Piped', '--json'],
      CSV.replace('0102', '0104').replace('0102', '0104'),
    );
    expect(list).toMatchObject({ code: 0, stderr: '' });
    const { id } = (JSON.parse(list.stdout) as { list: { id: string } }).list;
    const made = [
      '--name',
      'From a terminal',
      '--message',
      MESSAGE,
      '--voice',
      integrator.voiceId,
      '--list',
      id,
    ];
    const dear = await command(['campaigns', 'create', ...made, '--expected-cost', '49']);
    expect(dear).toMatchObject({ code: 1, stdout: '' });
    expect(dear.stderr).toContain('(CONFLICT)');
    const start = new Date(Date.now() + 3 * DAY_MS).toISOString();
    const agreed = ['--at', start, '--expected-cost', '50'];
    const created = await command(['campaigns', 'create', ...made, ...agreed]);
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const line = `\tFrom a terminal: 1 contact from ${start}, 50 credits on hold.\n`;
    expect(created.stdout.replace(/^\S+/, '')).toBe(line);
    const listed = await command(['campaigns', 'list']);
    expect(listed.stdout).toMatch(/^ID\s+NAME\s+STATUS/);
    const row = listed.stdout.split('\n').find((shown) => shown.includes('From a terminal')) ?? '';
    expect(row.split(/\s*\t/).slice(1)).toEqual(['From a terminal', 'Scheduled', start, '0 of 1']);

    await integrator.client.post('/api/campaigns/From%20a%20terminal/execute/', {});
    const watched = await command(['campaigns', 'watch', 'From a terminal', '--every', '1']);
    expect(watched).toMatchObject({ code: 0, stderr: '' });
    expect(watched.stdout).toMatch(/Success\t1 of 1 delivered, 0 failed, 0 pending\n$/);
    const exported = await command(['campaigns', 'export', 'From a terminal']);
    expect(exported).toMatchObject({ code: 0, stderr: '' });
    expect(exported.stdout).toContain('2125550104');

    expect(await command(['opt-outs', 'add', '-'], '12125550104\n\n12125550105\n')).toMatchObject({
      code: 0,
      stdout: '2 added, 0 were on the list.\n',
    });
    const again = await command(['opt-outs', 'add', '12125550104', '--json']);
    expect(JSON.parse(again.stdout)).toEqual({ added: 0, known: 1 });
  }, 60_000);

  it.each([
    [['campaigns', 'create', '--name', 'x'], 2, 'Give --message.'],
    [['campaigns', 'create', '--unknown'], 2, "Unknown option '--unknown'"],
    [[...STARTING, '--at', ''], 2, '--at must be a time such as 2027-01-12T15:00:00Z.'],
    [[...STARTING, '--at', 'tomorrow'], 2, '--at must be a time such as 2027-01-12T15:00:00Z.'],
    [[...STARTING, '--at', '2026-01-12T15:00:00Z'], 2, 'The time of --at has passed.'],
    [['opt-outs', 'add', '-', '12125550104'], 2, 'Give either - or phone numbers.'],
    [['campaigns', 'watch'], 2, 'Usage: hark campaigns watch <id or name>'],
    [['campaigns', 'watch', 'nowhere'], 1, '(NOT_FOUND)'],
    [['campaigns', 'list', '--limit=-1'], 2, '--limit must be a whole number above 0'],
    [['campaigns', 'fly'], 2, 'There is no command “campaigns fly”.'],
    [['lists', 'upload', 'no-such.csv', '--name', 'x'], 2, 'The file no-such.csv cannot be read.'],
    [['opt-outs', 'add', 'abc'], 1, 'not a US or Canadian phone number (INVALID_INPUT)'],
  ])('says what is wrong with %j', async (args, code, reason) => {
    const ended = await command(args);
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toContain(reason);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
  });

  it('shows its commands', async () => {
    const help = await command(['--help']);
    expect(help.code).toBe(0);
    for (const name of [
      'login',
      'campaigns list',
      'campaigns create',
      'campaigns watch',
      'campaigns export',
      'lists upload',
      'opt-outs add',
    ])
      expect(help.stdout).toContain(`hark ${name} `);
  });
});
