import { createHash, randomInt } from 'node:crypto';
import { open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
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
import type { ContactNumbers } from '#server/campaigns/ports.ts';

/** A contact list on its way in. It is checked whole before its first contact is stored (design §4). */
export interface ContactSource {
  /** Tells two lists apart: equal content, equal digest. */
  readonly digest: string;
  /** The two numbers of each contact, unchecked, in batches. */
  numbers(): AsyncIterable<readonly ContactNumbers[]>;
  /**
   * Checks every contact, also whether it can be given the message; answers how many there are, or throws `AppError`
   * INVALID_CSV with all that is wrong.
   */
  check(message: string, known?: KnownNumbers): Promise<number>;
  /** The checked contacts in batches; call it after `check`. */
  contacts(): AsyncIterable<readonly Contact[]>;
}

/** What is listed of a hopeless list; who has mended so many lines sends it again. */
export const MAX_LISTED_ERRORS = 10_000;

/** How many contacts are read and stored at a time. */
export const CONTACT_BATCH = 1_000;

/** The contacts of a small JSON body. */
export function contactsOfPayload(payload: readonly ContactInput[]): ContactSource {
  const digest = createHash('sha256').update(JSON.stringify(payload)).digest('hex');
  return contactsInBatches(digest, () => batches(payload));
}

/** The contacts of a JSON body in a file, a line each (`receive-list.ts`), read as a stream each time. */
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
    // Lines of a file that are read already come without a turn for other requests.
    await nextTurn();
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

/** A seed for the check of one list. */
export function newSeed(): number {
  return randomInt(2 ** 32);
}

/** The refusal of a list, with every line at fault (contract §6). */
export function invalidList(errors: LineError[]): AppError {
  const headers = errors.some(({ message }) => message.startsWith('Invalid headers'));
  const count = `${formatNumber(errors.length)} ${errors.length === 1 ? 'error' : 'errors'}`;
  const text = headers ? 'Invalid CSV headers. Please use sample.' : `The contact list has ${count}.`;
  return new AppError('INVALID_CSV', text, { errors });
}

async function* batches<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < items.length; at += CONTACT_BATCH) yield items.slice(at, at + CONTACT_BATCH);
}
