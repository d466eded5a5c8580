import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { UsageError } from './usage-error.ts';

const configSchema = z.object({ url: z.url(), key: z.string().min(1) });
/** Which Hark the commands call, and as whom. */
export type Config = z.infer<typeof configSchema>;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Returns `HARK_URL` and `HARK_API_KEY`, or what `hark login` has stored. Rejects with a `UsageError` if there is neither.
 */
export async function readConfig(env: Env): Promise<Config> {
  const stored = await readStored(env);
  const { HARK_URL: url, HARK_API_KEY: key } = env;
  // A key is shown to the Hark that it is from alone.
  if (url !== undefined && key === undefined && stored.url !== undefined && !isSameOrigin(url, stored.url))
    throw new UsageError(`The stored key is for ${stored.url}. Set HARK_API_KEY as well as HARK_URL.`);
  const config = configSchema.safeParse({
    url: url ?? stored.url,
    key: key ?? stored.key,
  });
  if (!config.success) throw new UsageError('Sign in with `hark login`, or set HARK_URL and HARK_API_KEY.');
  return config.data;
}

function isSameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && new URL(one).origin === new URL(other).origin;
}

/** Stores the key where only this user of the machine can read it; returns the file. */
export async function writeConfig(env: Env, config: Config): Promise<string> {
  const file = configFile(env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  // The mode above is that of a new file only.
  await chmod(file, 0o600);
  return file;
}

async function readStored(env: Env): Promise<Partial<Config>> {
  const text = await readFile(configFile(env), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{}';
    throw error;
  });
  const stored = configSchema.partial().safeParse(JSON.parse(text));
  return (stored.data ?? {}) as Partial<Config>;
}

function configFile(env: Env): string {
  return join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'hark', 'config.json');
}
