import { parseArgs } from 'node:util';
import { MAX_ADJUSTMENT } from '#server/credits/commands.ts';

export const USAGE = `Usage:
  npm run credits -- replay EMAIL|STREAM [--until VERSION|ISO-DATE] [--json]
  npm run credits -- audit [EMAIL|STREAM] [--json]
  npm run credits -- adjust EMAIL AMOUNT --reason TEXT [--id ID] [--json]
  npm run credits -- export EMAIL|STREAM [--json]`;

/** A usage error: prints one line and exits with code 2. */
export class UsageError extends Error {}

/** Inclusive end of a replay: a version or a time. */
export type Until = { version: number } | { at: Date };

export type CreditsCommand =
  | { name: 'replay'; email: string; until: Until | undefined; json: boolean }
  | { name: 'audit'; email: string | undefined; json: boolean }
  | { name: 'adjust'; email: string; amount: number; reason: string; id: string | undefined; json: boolean }
  | { name: 'export'; email: string; json: boolean };

/** Parses the command line of `npm run credits`. Throws `UsageError`. */
export function readCommand(argv: readonly string[]): CreditsCommand {
  const { positionals, values } = parse(argv);
  const [name, email, amount, ...rest] = positionals;
  const json = values.json ?? false;
  const allowed = { replay: ['until'], audit: [], adjust: ['reason', 'id'], export: [] };
  if (name === undefined || !Object.hasOwn(allowed, name)) throw new UsageError(USAGE);
  const command = name as keyof typeof allowed;
  const option = Object.keys(values).find(
    (key) => key !== 'json' && !allowed[command].some((one) => one === key),
  );
  if (option !== undefined) throw new UsageError(`--${option} is not an option of ${command}.`);
  const extra = command === 'adjust' ? rest[0] : amount;
  if (extra !== undefined) throw new UsageError(`${command} has no use for "${extra}".`);
  if (command === 'audit') return { name: command, email, json };
  if (email === undefined) throw new UsageError(`${command} needs the e-mail address of a user.\n${USAGE}`);
  if (command === 'export') return { name: command, email, json };
  if (command === 'replay') return { name: command, email, until: readUntil(values.until), json };
  return {
    name: command,
    email,
    amount: readAmount(amount),
    reason: readReason(values.reason),
    id: values.id,
    json,
  };
}

/** A negative amount is not an option, although it starts with a dash. */
function parse(argv: readonly string[]) {
  const options = {
    json: { type: 'boolean' },
    until: { type: 'string' },
    reason: { type: 'string' },
    id: { type: 'string' },
  } as const;
  const negative = argv.findIndex((argument, at) => /^-\d/.test(argument) && !argv[at - 1]?.startsWith('--'));
  const args = negative === -1 ? [...argv] : argv.toSpliced(negative, 1);
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true });
    const amount = negative === -1 ? [] : [argv[negative] ?? ''];
    return { values: parsed.values, positionals: [...parsed.positionals, ...amount] };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function readUntil(text: string | undefined): Until | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return { version: Number(text) };
  // A date without a time includes the whole day.
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59.999Z` : text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(at.getTime())) {
    throw new UsageError(`--until: "${text}" is neither a version nor an ISO date.`);
  }
  return { at };
}

function readAmount(text: string | undefined): number {
  const amount = Number(text);
  const whole =
    text !== undefined && /^[+-]?\d+$/.test(text) && amount !== 0 && Math.abs(amount) <= MAX_ADJUSTMENT;
  if (whole) return amount;
  throw new UsageError(`AMOUNT: must be a whole number of credits other than 0, like 500 or -500.`);
}

function readReason(text: string | undefined): string {
  if (text === undefined || text.trim() === '')
    throw new UsageError('--reason: say why, for those who read it later.');
  return text.trim();
}
