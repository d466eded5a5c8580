import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { phoneProblem, readDialled, readStored, type PhoneReading } from '#shared/contacts/phone-number.ts';
import { readAllNumbers } from '#shared/contacts/number-file.ts';
import type { OperatorList } from '#server/features/do-not-call/suppressions/operator-list.ts';
import { UsageError } from '../lib/usage-error.ts';

const USAGE = `Usage: the numbers that no user of this Hark calls
  npm run opt-outs -- add NUMBER... [--reason TEXT]
  npm run opt-outs -- remove NUMBER --reason TEXT
  npm run opt-outs -- list [--json]
  npm run opt-outs -- import FILE [--reason TEXT]`;

type Values = ReturnType<typeof parse>['values'];

/**
 * Runs a command on the operator's list, printing to `say`. Throws `UsageError`, and `AppError` NOT_FOUND for a number
 * that is not on the list.
 */
export async function optOutsCommand(
  args: string[],
  list: OperatorList,
  say: (line: string) => void,
): Promise<void> {
  const { positionals, values } = parse(args);
  const [name, ...rest] = positionals;
  if (name === 'list' && rest.length === 0) await print(list, values, say);
  else if (name === 'add' && rest.length > 0) await add(list, rest.map(addedPhone), values, say);
  else if (name === 'import' && rest.length === 1)
    await add(list, await numbersIn(rest[0] ?? '', say), values, say);
  else if (name === 'remove' && rest.length === 1)
    await remove(list, storedPhone(rest[0] ?? ''), values, say);
  else throw new UsageError(USAGE);
}

function parse(args: string[]) {
  try {
    const options = { reason: { type: 'string' }, json: { type: 'boolean' } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new UsageError(USAGE);
  }
}

const addedPhone = (text: string) => phoneBy(readDialled, text);
const storedPhone = (text: string) => phoneBy(readStored, text);

function phoneBy(read: (text: string) => PhoneReading, text: string): string {
  const reading = read(text);
  if (reading.ok) return reading.digits;
  throw new UsageError(`${phoneProblem(reading.fault, `"${text}" is not a US or Canadian phone number`)}.`);
}

async function numbersIn(path: string, say: (line: string) => void): Promise<string[]> {
  const bytes = await readFile(path).catch(() => {
    throw new UsageError(`The file "${path}" cannot be read.`);
  });
  const read = readAllNumbers(bytes);
  if (read.kind === 'problem') throw new UsageError(read.message);
  const { phones, invalid, errors } = read.list;
  for (const { line, message } of errors) say(`Line ${String(line)}: ${message}.`);
  if (phones.length === 0) throw new UsageError('The list has no numbers. Nothing was imported.');
  if (invalid > errors.length) say(`${String(invalid - errors.length)} more lines cannot be read.`);
  return phones;
}

async function add(
  list: OperatorList,
  phones: readonly string[],
  { reason }: Values,
  say: (line: string) => void,
): Promise<void> {
  const added = await list.add(phones, reason);
  say(`${String(added)} added, ${String(phones.length - added)} on the list already.`);
}

async function remove(
  list: OperatorList,
  phone: string,
  { reason = '' }: Values,
  say: (line: string) => void,
): Promise<void> {
  if (reason.trim() === '') throw new UsageError('remove needs --reason TEXT, which is kept as a record.');
  await list.remove(phone, `${userInfo().username}: ${reason.trim()}`);
  say(`${phone} removed.`);
}

async function print(
  list: OperatorList,
  { json = false }: Values,
  say: (line: string) => void,
): Promise<void> {
  for await (const { phone, reason = '', at } of list.all())
    say(
      json ? JSON.stringify({ phone, reason, added_at: at }) : [phone, at.toISOString(), reason].join('  '),
    );
}
