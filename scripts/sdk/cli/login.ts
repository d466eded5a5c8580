import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline/promises';
import { HarkError } from '../client/hark-error.ts';
import { createCalls } from '../client/calls.ts';
import { optionOf, write, type Command, type Run } from './command.ts';
import { writeConfig } from './config.ts';
import { UsageError } from './usage-error.ts';

/** Stores an API key, which is read from standard input so that no list of processes shows it. */
export const login: Omit<Command, 'run'> & { run: (run: Omit<Run, 'calls'>) => Promise<number> } = {
  usage: '--url <address>',
  text: 'Store an API key, which is read from standard input',
  options: { url: { type: 'string' } },
  args: { least: 0, most: 0 },
  async run(run) {
    const url = optionOf(run, 'url') ?? run.env['HARK_URL'] ?? '';
    if (!URL.canParse(url)) throw new UsageError('Give the address of Hark: --url https://hark.example.com');
    const key = await readKey(run);
    const calls = createCalls({ apiKey: key, baseUrl: url }, new Set());
    await calls.get('/api/call-reasons/').catch((error: unknown) => {
      // A key of other areas is a key all the same.
      if (!(error instanceof HarkError && error.status === 403)) throw error;
    });
    const file = await writeConfig(run.env, { url, key });
    write(run, { url, file }, `The key is stored in ${file}.`);
    return 0;
  },
};

async function readKey({ stdin }: Omit<Run, 'calls'>): Promise<string> {
  const given = stdin.isTTY === true ? await ask(stdin) : await text(stdin);
  const key = given.trim();
  if (key === '') throw new UsageError('Give the API key on standard input.');
  return key;
}

async function ask(stdin: NodeJS.ReadableStream): Promise<string> {
  const terminal = createInterface({ input: stdin, output: process.stderr });
  try {
    return await terminal.question('API key: ');
  } finally {
    terminal.close();
  }
}
