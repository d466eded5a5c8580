import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attachSidecar, childScript, type Sidecar, type SidecarOptions } from './sidecar.ts';
import { processStartTime } from './sidecar-claim.ts';

let dataDir: string;
let attached: Sidecar[];
let holders: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hark-sidecar-'));
  attached = [];
  holders = [];
});

afterEach(async () => {
  for (const holder of holders) holder.kill('SIGKILL');
  await Promise.all(attached.map((sidecar) => sidecar.release()));
  await vi.waitFor(async () => expect(await claims()).toEqual([]), { timeout: 10_000 });
  await rm(dataDir, { recursive: true });
});

async function attach(options: Partial<SidecarOptions> = {}): Promise<Sidecar> {
  const entry = 'emulators/process/fixtures/pid-child';
  const sidecar = await attachSidecar({ name: 'pid', dataDir, entry, ...options });
  attached.push(sidecar);
  return sidecar;
}

/** Starts another process with a lease; returns the process and the address it received. */
async function startHolder(): Promise<{ process: ChildProcess; address: string }> {
  const [script, ...rest] = childScript('emulators/process/fixtures/pid-holder').toReversed();
  const args = [...rest.toReversed(), script ?? '', dataDir];
  const holder = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  holders.push(holder);
  const address = await new Promise<string>((resolve) => {
    holder.stdout.once('data', (line: Buffer) => {
      resolve(line.toString().trim());
    });
  });
  return { process: holder, address };
}

async function pidAt(address: string): Promise<number> {
  return Number(await (await fetch(address)).text());
}

async function claims(): Promise<string[]> {
  const run = join(dataDir, 'run');
  if (!existsSync(run)) return [];
  const files = (await readdir(run)).filter((file) => file.includes('.claim.'));
  return files.filter((file) => processStartTime(Number(file.split('.').at(-2))) !== undefined);
}

function kill(pid: number): void {
  process.kill(pid, 'SIGKILL');
}

const ended = (pid: number) =>
  vi.waitFor(() => expect(processStartTime(pid)).toBeUndefined(), { timeout: 10_000 });

test('concurrent callers share one process, whose address is in the data folder', async () => {
  const [first, ...others] = await Promise.all([attach(), attach(), attach(), startHolder(), startHolder()]);
  expect(others.map(({ address }) => address)).toEqual(others.map(() => first.address));
  expect(await claims()).toHaveLength(1);
  expect(await readFile(join(dataDir, 'pid.uri'), 'utf8')).toBe(`${first.address}\n`);
});

test('only the last release stops the process, and waits for its exit', async () => {
  const [first, second] = [await attach(), await attach()];
  const pid = await pidAt(first.address);
  await first.release();
  expect(await pidAt(second.address)).toBe(pid);
  await second.release();
  await ended(pid);
  expect(existsSync(join(dataDir, 'pid.uri'))).toBe(false);
});

test('the next start serves the same address', async () => {
  const first = await attach();
  await first.release();
  expect((await attach()).address).toBe(first.address);
});

test('the process outlives a killed holder and exits after the last one was killed', async () => {
  const [one, two] = [await startHolder(), await startHolder()];
  const pid = await pidAt(one.address);
  one.process.kill('SIGKILL');
  expect(await pidAt(two.address)).toBe(pid);
  two.process.kill('SIGKILL');
  await ended(pid);
});

test('a killed sidecar is restarted once for all holders at the same address', async () => {
  const onRestart = vi.fn();
  const [mine, theirs] = [await attach({ onRestart }), await startHolder()];
  const pid = await pidAt(mine.address);
  kill(pid);
  await vi.waitFor(() => expect(onRestart).toHaveBeenCalledOnce(), { timeout: 10_000 });
  const next = await pidAt(theirs.address);
  expect(next).not.toBe(pid);
  await vi.waitFor(async () => expect(await claims()).toHaveLength(1), { timeout: 10_000 });
  // The other process has a new lease too, which keeps the sidecar running.
  await mine.release();
  expect(await pidAt(theirs.address)).toBe(next);
});

test('onLost is called when a killed sidecar cannot be restarted', async () => {
  const onLost = vi.fn<(error: Error) => void>();
  const { address } = await attach({ onLost });
  const pid = await pidAt(address);
  await writeFile(join(dataDir, 'broken'), '');
  kill(pid);
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 10_000 });
  expect(onLost.mock.lastCall?.[0].message).toBe('pid did not start: The folder says that it is broken');
});

test('the next start succeeds after all processes were killed at once', async () => {
  const holder = await startHolder();
  holder.process.kill('SIGKILL');
  kill(await pidAt(holder.address));
  expect(existsSync(join(dataDir, 'pid.uri'))).toBe(true);
  const next = await attach();
  expect(next.address).toBe(holder.address);
  expect(await pidAt(next.address)).toBeGreaterThan(0);
});

test('a claim is ignored when its process id belongs to another program', async () => {
  await (await attach()).release();
  await writeFile(join(dataDir, 'run', `pid.claim.${String(process.pid)}.1`), '');
  expect(await pidAt((await attach()).address)).toBeGreaterThan(0);
});

test('the sidecar uses another port when its previous one is in use', async () => {
  const first = await attach();
  await first.release();
  const squatter = createServer().listen(Number(new URL(first.address).port), '127.0.0.1');
  const second = await attach();
  expect(second.address).not.toBe(first.address);
  squatter.close();
});

test('a stop signal takes effect after the last lease', async () => {
  const sidecar = await attach();
  const pid = await pidAt(sidecar.address);
  process.kill(pid, 'SIGTERM');
  expect(await pidAt(sidecar.address)).toBe(pid);
  await sidecar.release();
  await ended(pid);
});

test('a sidecar that cannot start throws with the reason', async () => {
  await writeFile(join(dataDir, 'broken'), '');
  await expect(attach()).rejects.toThrow('pid did not start: The folder says that it is broken');
});

test('a missing program throws at once', async () => {
  await expect(attach({ node: ['/nowhere/at/all'] })).rejects.toThrow('ENOENT');
});
