import { parseArgs } from 'node:util';
import { createCalls } from '../client/calls.ts';
import { HarkError } from '../client/hark-error.ts';
import { CAMPAIGN_COMMANDS } from './campaigns.ts';
import type { Command, Terminal } from './command.ts';
import { readConfig } from './config.ts';
import { CONTACT_COMMANDS } from './contacts.ts';
import { login } from './login.ts';
import { UsageError } from './usage-error.ts';

const COMMANDS: Readonly<Record<string, Command>> = { login, ...CAMPAIGN_COMMANDS, ...CONTACT_COMMANDS };
const COMMON = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

/**
 * Runs a command line. Resolves to the exit code: 0, 1 where Hark refuses or a campaign did not succeed, 2 for a command that
 * cannot be run as it is written. Errors are said on `stderr`.
 */
export async function runCommand(
  argv: readonly string[],
  terminal: Terminal & { stderr: NodeJS.WritableStream },
  keyed: ReadonlySet<string>,
): Promise<number> {
  try {
    return await run(argv, terminal, keyed);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.stderr.write(`hark: ${error.message}\nRun hark --help for the commands.\n`);
      return 2;
    }
    if (!(error instanceof HarkError)) throw error;
    const reason = error.status === 401 ? 'Hark does not know this API key.' : error.message;
    terminal.stderr.write(`hark: ${reason} (${error.code})\n`);
    return 1;
  }
}

async function run(argv: readonly string[], terminal: Terminal, keyed: ReadonlySet<string>): Promise<number> {
  const name = Object.keys(COMMANDS).find((one) => argv.join(' ').concat(' ').startsWith(`${one} `));
  const command = name === undefined ? undefined : COMMANDS[name];
  if (name === undefined || command === undefined) {
    if (argv.length > 0 && argv[0] !== '--help' && argv[0] !== '-h')
      throw new UsageError(`There is no command “${argv.slice(0, 2).join(' ')}”.`);
    terminal.stdout.write(`${helpOf(Object.entries(COMMANDS))}\n`);
    return 0;
  }
  const { values, positionals } = parsed(argv.slice(name.split(' ').length), command);
  if (values['help'] === true) {
    terminal.stdout.write(`${helpOf([[name, command]])}\n`);
    return 0;
  }
  const { least, most } = command.args;
  if (positionals.length < least || positionals.length > most)
    throw new UsageError(`Usage: hark ${name} ${command.usage}`);
  const given = { ...terminal, args: positionals, options: values };
  if (command === login) return login.run(given);
  const { url, key } = await readConfig(terminal.env);
  return command.run({ ...given, calls: createCalls({ apiKey: key, baseUrl: url }, keyed) });
}

function parsed(args: readonly string[], command: Command) {
  try {
    const options = { ...command.options, ...COMMON };
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new UsageError(reason);
  }
}

function helpOf(commands: readonly (readonly [string, Command])[]): string {
  const lines = commands.map(([name, { usage, text }]) => `  hark ${name} ${usage}\n      ${text}`);
  return [
    'Usage:',
    ...lines,
    '',
    'Every command takes --json, for answers as JSON. HARK_URL and HARK_API_KEY take the place of `hark login`.',
  ].join('\n');
}
