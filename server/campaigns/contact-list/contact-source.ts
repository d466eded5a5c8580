import { createHash, randomInt } from 'node:crypto';
import { open } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  createContactListChecker,
  type Contact,
  type ContactListCheckerOptions,
  type KnownNumbers,
} from '#shared/contacts/contact-list.ts';
import type { LineError } from '#shared/error-codes.ts';
import { formatNumber } from '#shared/formats.ts';
import { listedNumber } from '#shared/contacts/phone-book.ts';
import type { ContactInput } from '#shared/schemas/campaigns.ts';
import { AppError } from '#server/lib/errors.ts';
import type { ContactNumbers } from '#server/drops/api.ts';

/** An incoming contact list. It is validated completely before its first contact is stored. */
export interface ContactSource {
  /** Identifies the content: equal lists have equal digests. */
  readonly digest: string;
  /** Yields the two phone numbers of each contact in batches, before validation. */
  numbers(): AsyncIterable<readonly ContactNumbers[]>;
  /**
   * Validates every contact, including the message rendered for it; returns their number. Throws `AppError`
   * INVALID_CSV with all errors.
   */
  check(message: string, known?: KnownNumbers): Promise<number>;
  /** Yields the validated contacts in batches; call `check` first. */
  contacts(): AsyncIterable<readonly Contact[]>;
}

/** Maximum number of errors reported for a list. */
export const MAX_LISTED_ERRORS = 10_000;

/** Contacts per batch when reading and storing. */
export const CONTACT_BATCH = 1_000;

/** Returns a source over the contacts of a small JSON body. */
export function contactsOfPayload(payload: readonly ContactInput[]): ContactSource {
  const digest = createHash('sha256').update(JSON.stringify(payload)).digest('hex');
  return contactsInBatches(digest, () => batches(payload));
}

/** Returns a source over a file with one JSON contact per line (see `receive-list.ts`), streamed on each read. */
export function contactsOfLines(path: string, digest: string): ContactSource {
  return contactsInBatches(digest, () => linesInBatches(path));
}

function contactsInBatches(
  digest: string,
  read: () => AsyncIterable<readonly ContactInput[]>,
): ContactSource {
  return {
    digest,
    async *numbers() {
      for await (const batch of read()) {
        yield batch.map(({ phone_number, recommended_phone }) => ({
          listed: listedNumber(phone_number.trim()),
          dialled: recommended_phone.trim(),
        }));
      }
    },
    check: (message, known) =>
      checkBatches(read(), { message, seed: newSeed(), ...(known !== undefined && { known }) }),
    async *contacts() {
      const checker = createContactListChecker();
      let index = 0;
      for await (const batch of read()) {
        const checked = batch.map((contact) => checker.fromPayload(contact, index++));
        yield checked.flatMap((row) => (row.ok ? [row.contact] : []));
      }
    },
  };
}

async function checkBatches(
  list: AsyncIterable<readonly ContactInput[]>,
  options: ContactListCheckerOptions,
): Promise<number> {
  const checker = createContactListChecker(options);
  const errors: LineError[] = [];
  let index = 0;
  for await (const batch of list) {
    for (const contact of batch) {
      const row = checker.fromPayload(contact, index++);
      if (!row.ok) errors.push(...row.errors);
    }
    if (errors.length >= MAX_LISTED_ERRORS) break;
    // Buffered lines arrive without a turn of the event loop; let other requests run.
    await yieldToEventLoop();
  }
  if (errors.length > 0) throw invalidList(errors.slice(0, MAX_LISTED_ERRORS));
  return index;
}

async function* linesInBatches(path: string): AsyncGenerator<readonly ContactInput[]> {
  const file = await open(path);
  try {
    let batch: ContactInput[] = [];
    for await (const line of file.readLines()) {
      batch.push(JSON.parse(line) as ContactInput);
      if (batch.length < CONTACT_BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  } finally {
    await file.close();
  }
}

/** Returns a random hash seed for checking one list. */
export function newSeed(): number {
  return randomInt(2 ** 32);
}

/** Returns the INVALID_CSV error for a list, with all invalid lines. */
export function invalidList(errors: LineError[]): AppError {
  const headers = errors.some(({ message }) => message.startsWith('Invalid headers'));
  const count = `${formatNumber(errors.length)} ${errors.length === 1 ? 'error' : 'errors'}`;
  const text = headers ? 'Invalid CSV headers. Please use sample.' : `The contact list has ${count}.`;
  return new AppError('INVALID_CSV', text, { errors });
}

async function* batches<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < items.length; at += CONTACT_BATCH) yield items.slice(at, at + CONTACT_BATCH);
}
