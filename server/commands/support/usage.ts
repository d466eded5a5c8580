import { parseArgs } from 'node:util';
import { UsageError } from '../lib/usage-error.ts';

const USAGE = `Usage: npm run support -- COMMAND
  show EMAIL [--json]                               the state of an account
  confirm EMAIL --reason TEXT                       confirm its address
  reset-factor EMAIL --reason TEXT                  remove its second factor in a day, after a mail to it
  keep-factor EMAIL --reason TEXT                   keep the second factor after all
  suspend EMAIL --reason TEXT                       stop its calls
  release EMAIL --reason TEXT                       let it call again
  delete EMAIL --reason TEXT [--stop-campaigns]     delete it, as its owner asked for
  stop-calling --reason TEXT                        stop all calls of this Hark, within a second
  resume-calling --reason TEXT                      let them go on`;

const ON_ACCOUNT = ['confirm', 'reset-factor', 'keep-factor', 'suspend', 'release', 'delete'] as const;
const ON_ALL = ['stop-calling', 'resume-calling'] as const;

export type AccountAction = (typeof ON_ACCOUNT)[number];

/** A command line of `npm run support`. */
export type SupportCommand =
  | { name: 'show'; email: string; json: boolean }
  | { name: AccountAction; email: string; reason: string; stopCampaigns: boolean }
  | { name: (typeof ON_ALL)[number]; reason: string };

/** The options that each command takes. */
const OPTIONS: Record<SupportCommand['name'], readonly string[]> = {
  show: ['json'],
  confirm: ['reason'],
  'reset-factor': ['reason'],
  'keep-factor': ['reason'],
  suspend: ['reason'],
  release: ['reason'],
  delete: ['reason', 'stop-campaigns'],
  'stop-calling': ['reason'],
  'resume-calling': ['reason'],
};

/** Parses the command line of `npm run support`. Throws `UsageError`. */
export function readCommand(args: string[]): SupportCommand {
  const { positionals, values } = parse(args);
  const [name = '', ...rest] = positionals;
  if (!isCommand(name)) throw new UsageError(USAGE);
  const other = Object.keys(values).find((option) => !OPTIONS[name].includes(option));
  if (other !== undefined) throw new UsageError(`${name} has no option --${other}.`);
  if (isOneOf(ON_ALL, name))
    return { name, reason: reasonOf(name, values.reason), ...nothingMore(name, rest) };
  const [email, ...more] = rest;
  if (email === undefined) throw new UsageError(`${name} needs the e-mail address of a user.\n${USAGE}`);
  nothingMore(name, more);
  if (name === 'show') return { name, email, json: values.json ?? false };
  const stopCampaigns = values['stop-campaigns'] ?? false;
  return { name, email, reason: reasonOf(name, values.reason), stopCampaigns };
}

/** Whether a command changes an account. */
export function isOnAccount(name: SupportCommand['name']): name is AccountAction {
  return isOneOf(ON_ACCOUNT, name);
}

function isOneOf<const Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name);
}

function isCommand(name: string): name is SupportCommand['name'] {
  return Object.hasOwn(OPTIONS, name);
}

function nothingMore(name: string, [extra]: string[]): object {
  if (extra !== undefined) throw new UsageError(`${name} has no use for "${extra}".`);
  return {};
}

function reasonOf(name: string, reason = ''): string {
  if (reason.trim() === '') throw new UsageError(`${name} needs --reason TEXT, which is kept.`);
  return reason.trim();
}

function parse(args: string[]) {
  const options = {
    json: { type: 'boolean' },
    reason: { type: 'string' },
    'stop-campaigns': { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
