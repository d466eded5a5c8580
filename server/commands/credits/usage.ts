import { parseArgs } from 'node:util';
import type { AuditRange } from '#server/features/credits/audit/audit-range.ts';
import { MAX_ADJUSTMENT } from '#server/features/credits/commands.ts';
import { UsageError } from '../lib/usage-error.ts';

export const USAGE = `Usage:
  npm run credits -- replay EMAIL|STREAM [--since ISO-DATE] [--until VERSION|ISO-DATE] [--json]
  npm run credits -- audit [EMAIL|STREAM | --from STREAM] [--since ISO-DATE] [--until ISO-DATE] [--json]
  npm run credits -- adjust EMAIL AMOUNT --reason TEXT [--id ID] [--json]
  npm run credits -- export EMAIL|STREAM [--json]`;

/** Inclusive end of a replay: a version or a time. */
export type Bound = { version: number } | { at: Date };

/** The events that a replay prints; all, unless it has ends, which are included. */
export interface ReplayRange {
  since?: Date | undefined;
  until?: Bound | undefined;
}

export type CreditsCommand =
  | ({ name: 'replay'; email: string; json: boolean } & ReplayRange)
  | { name: 'audit'; email: string | undefined; from: string | undefined; range: AuditRange; json: boolean }
  | { name: 'adjust'; email: string; amount: number; reason: string; id: string | undefined; json: boolean }
  | { name: 'export'; email: string; json: boolean };

/** Parses the command line of `npm run credits`. Throws `UsageError`. */
export function readCommand(argv: readonly string[]): CreditsCommand {
  const { positionals, values } = parse(argv);
  const [name, email, amount, ...rest] = positionals;
  const json = values.json ?? false;
  const allowed = {
    replay: ['since', 'until'],
    audit: ['since', 'until', 'from'],
    adjust: ['reason', 'id'],
    export: [],
  };
  if (name === undefined || !Object.hasOwn(allowed, name)) throw new UsageError(USAGE);
  const command = name as keyof typeof allowed;
  const option = Object.keys(values).find(
    (key) => key !== 'json' && !allowed[command].some((one) => one === key),
  );
  if (option !== undefined) throw new UsageError(`--${option} is not an option of ${command}.`);
  const extra = command === 'adjust' ? rest[0] : amount;
  if (extra !== undefined) throw new UsageError(`${command} has no use for "${extra}".`);
  if (command === 'audit') return { name: command, email, ...readAudit(values, email), json };
  if (email === undefined) throw new UsageError(`${command} needs the e-mail address of a user.\n${USAGE}`);
  if (command === 'export') return { name: command, email, json };
  if (command === 'replay') return { name: command, email, ...readReplay(values), json };
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
    since: { type: 'string' },
    until: { type: 'string' },
    from: { type: 'string' },
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

type Values = ReturnType<typeof parse>['values'];

function readReplay({ since, until }: Values): ReplayRange {
  const from = readTime('since', since, 'T00:00:00.000Z');
  if (until !== undefined && /^\d+$/.test(until)) return { since: from, until: { version: Number(until) } };
  const at = readTime('until', until, 'T23:59:59.999Z', 'neither a version nor an ISO date');
  assertOrder(from, at);
  return { since: from, until: at && { at } };
}

function readAudit(
  { from, ...values }: Values,
  email: string | undefined,
): { from: string | undefined; range: AuditRange } {
  if (from !== undefined && email !== undefined)
    throw new UsageError('--from: goes on with an audit of all streams; leave out the user.');
  const since = readTime('since', values.since, 'T00:00:00.000Z');
  const until = readTime('until', values.until, 'T23:59:59.999Z');
  assertOrder(since, until);
  return { from, range: { since, until } };
}

function assertOrder(since: Date | undefined, until: Date | undefined): void {
  if (since !== undefined && until !== undefined && since > until)
    throw new UsageError('--since: must not be after --until.');
}

/** A date without a time is the beginning or the end of that UTC day, so that the range includes it. */
function readTime(
  name: string,
  text: string | undefined,
  ofDay: string,
  problem = 'not an ISO date',
): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}${ofDay}` : text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(at.getTime()))
    throw new UsageError(`--${name}: "${text}" is ${problem}.`);
  return at;
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
