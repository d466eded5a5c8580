import { createHash, randomInt } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import {
  createContactListChecker,
  type Contact,
  type ContactListCheckerOptions,
  type KnownNumbers,
} from '#shared/contacts/contact-list.ts';
import { ListWarnings } from '#shared/contacts/list-warnings.ts';
import type { LineError } from '#shared/error-codes.ts';
import { formatCount } from '#shared/formats.ts';
import { ownPlaceholders } from '#shared/messages/message-template.ts';
import type { TextEncoding } from '#shared/contacts/encodings/text-encoding.ts';
import { payloadContact } from '#shared/contacts/payload-contact.ts';
import { listedNumber, toDialled } from '#shared/contacts/phone-number.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { inBatches } from '#server/platform/lib/in-batches.ts';
import type { ContactNumbers } from '#server/features/drops/api.ts';
import type { InvalidRows } from './invalid-rows.ts';
import { OwnNames } from './own-names.ts';

/** An incoming contact list. It is validated completely before its first contact is stored. */
export interface ContactSource {
  /** Identifies the content: equal lists have equal digests. */
  readonly digest: string;
  /** Returns the names of its own columns that a message can use. Throws `AppError` INVALID_CSV for an invalid header. */
  ownColumns(): Promise<readonly string[]>;
  /** Yields the two phone numbers of each contact in batches, before validation. */
  numbers(): AsyncIterable<readonly ContactNumbers[]>;
  /**
   * Validates every contact, including the message rendered for it and the own columns that are to be kept, those of the
   * message by default; returns their number. Throws `AppError` INVALID_CSV with all errors.
   */
  check(message: string, known?: KnownNumbers, columns?: readonly string[]): Promise<number>;
  /** Yields the validated contacts in batches, with these own columns or none; call `check` first. */
  contacts(columns?: readonly string[]): AsyncIterable<readonly Contact[]>;
  /** What is odd about its valid contacts, known after `check`. Undefined if they were checked before. */
  readonly warnings?: ListWarnings | undefined;
  /** The rows with errors, which `contacts` leaves out; known after `check`. Undefined if they refuse the list. */
  readonly invalid?: InvalidRows | undefined;
}

/** How a list is read. */
export interface ListOptions {
  /** Receives the rows with errors, which are left out; without it they refuse the list. */
  invalid?: InvalidRows | undefined;
  /** People without a last name are contacts, too. */
  lastNameOptional?: boolean | undefined;
  /** Ends the reading with an error. */
  signal?: AbortSignal | undefined;
  /** The encoding of a file, if its sender names it. */
  encoding?: TextEncoding | undefined;
}

/** What a list is checked for: the arguments of `check`. */
interface ListCheck {
  message: string;
  known: KnownNumbers | undefined;
  own: readonly string[] | undefined;
}

/** Maximum number of errors reported for a list. */
export const MAX_LISTED_ERRORS = 10_000;

/** Contacts per batch when reading and storing. */
export const CONTACT_BATCH = 1_000;

/** Returns a source over the contacts of a small JSON body. */
export function contactsOfPayload(payload: readonly ContactInput[], options?: ListOptions): ContactSource {
  const digest = createHash('sha256').update(JSON.stringify(payload)).digest('hex');
  const own = new OwnNames();
  for (const contact of payload) own.add(contact);
  return contactsInBatches({ digest, ownColumns: own.names }, () => batches(payload), options);
}

/** Returns a source over a file with one JSON contact per line (see `receive-list.ts`), streamed on each read. */
export function contactsOfLines(path: string, list: ListIdentity, options?: ListOptions): ContactSource {
  return contactsInBatches(list, () => linesInBatches(path, { signal: options?.signal }), options);
}

/** What is known of a JSON list before it is checked. */
export interface ListIdentity {
  digest: string;
  /** The names of its own columns. */
  ownColumns: readonly string[];
}

function contactsInBatches(
  { digest, ownColumns }: ListIdentity,
  read: () => AsyncIterable<readonly ContactInput[]>,
  { invalid, lastNameOptional }: ListOptions = {},
): ContactSource {
  const warnings = new ListWarnings();
  return {
    digest,
    ownColumns: () => Promise.resolve(ownColumns),
    async *numbers() {
      for await (const batch of read()) {
        yield batch.map(({ phone_number, recommended_phone }) => ({
          listed: listedNumber(phone_number.trim()),
          dialled: toDialled(recommended_phone.trim()),
        }));
      }
    },
    check: (message, known, own) =>
      checkBatches(
        read(),
        checkerOptions({ message, known, own }, { warnings, invalid, lastNameOptional }),
        invalid,
      ),
    warnings,
    invalid,
    async *contacts(own = []) {
      let first = 0;
      for await (const batch of read()) {
        const start = first;
        const valid = batch.filter((_, at) => invalid?.has(start + at) !== true);
        yield valid.map((contact) => payloadContact(contact, own));
        first += batch.length;
      }
    },
  };
}

async function checkBatches(
  list: AsyncIterable<readonly ContactInput[]>,
  options: ContactListCheckerOptions,
  invalid: InvalidRows | undefined,
): Promise<number> {
  const checker = createContactListChecker(options);
  const errors: LineError[] = [];
  invalid?.clear();
  let index = 0;
  for await (const batch of list) {
    for (const contact of batch) {
      const problems = checker.payloadProblems(contact, index++);
      if (problems.length === 0) continue;
      if (invalid === undefined) errors.push(...problems);
      else invalid.add(index - 1, problems);
    }
    if (errors.length >= MAX_LISTED_ERRORS) break;
    // Buffered lines arrive without a turn of the event loop; let other requests run.
    await yieldToEventLoop();
  }
  if (errors.length > 0) throw invalidList(errors.slice(0, MAX_LISTED_ERRORS));
  return index - (invalid?.count ?? 0);
}

/** Yields the contacts of a file with one JSON contact per line, in batches. Throws the reason of the signal. */
export async function* linesInBatches(
  path: string,
  { signal, compressed = false }: { signal?: AbortSignal | undefined; compressed?: boolean } = {},
): AsyncGenerator<readonly ContactInput[]> {
  const file = createReadStream(path);
  // The reader of the lines receives an error of either stream.
  const input = compressed ? pipeline(file, createGunzip(), () => undefined) : file;
  const reader = createInterface({ input, crlfDelay: Infinity });
  try {
    for await (const lines of inBatches(reader, CONTACT_BATCH)) {
      signal?.throwIfAborted();
      yield lines.map((line) => JSON.parse(line) as ContactInput);
    }
  } finally {
    reader.close();
    file.destroy();
  }
}

/** Returns how one list is checked, with a random hash seed. Without `own`, the columns of the message are kept. */
export function checkerOptions(
  { message, known, own = ownPlaceholders(message) }: ListCheck,
  { warnings, invalid, lastNameOptional = false }: ListOptions & { warnings: ListWarnings },
): ContactListCheckerOptions {
  return {
    message,
    own,
    warnings,
    lastNameOptional,
    leavesOutInvalid: invalid !== undefined,
    seed: randomInt(2 ** 32),
    ...(known !== undefined && { known }),
  };
}

/** Returns the INVALID_CSV error for a list, with all invalid lines, and what is known about them beside. */
export function invalidList(errors: LineError[]): AppError {
  const headers = errors.some(({ message }) => message.startsWith('Invalid headers'));
  const count = formatCount(errors.length, 'error');
  const text = headers ? 'Invalid CSV headers. Please use sample.' : `The contact list has ${count}.`;
  const details = errors.map(({ message: _, ...detail }) => detail);
  return new AppError('INVALID_CSV', text, {
    errors: errors.map(({ line, message }) => ({ line, message })),
    error_details: details.filter((detail) => Object.keys(detail).length > 1),
  });
}

async function* batches<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < items.length; at += CONTACT_BATCH) yield items.slice(at, at + CONTACT_BATCH);
}
