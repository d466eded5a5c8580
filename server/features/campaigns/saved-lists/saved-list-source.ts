import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { ownFlag } from '#shared/contacts/columns/do-not-call-flags.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { listedNumber } from '#shared/contacts/phone-number.ts';
import { flagProblem } from '#shared/contacts/row-problems.ts';
import type { LineError } from '#shared/error-codes.ts';
import { formatPhone } from '#shared/formats.ts';
import { messageErrorOf } from '#shared/messages/validate-message.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import type { OpenList, SavedLists } from '#server/features/contact-lists/api.ts';
import {
  invalidList,
  linesInBatches,
  MAX_LISTED_ERRORS,
  type ContactSource,
  type ListIdentity,
} from '#server/features/campaigns/contact-list/contact-source.ts';
import { InvalidRows } from '#server/features/campaigns/contact-list/invalid-rows.ts';
import { inOneLine } from '#server/features/campaigns/contact-list/contact-list-parser.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { SpoolFile } from '#server/platform/lib/uploads/spool.ts';
import { AppError, requestAborted } from '#server/platform/lib/errors.ts';

const compress = promisify(gzip);

/** How often a list that changes while it is read is read again. */
const MAX_READS = 3;

/** The contacts of a saved list as they were at one time, and the consent that it carries. */
interface ListSnapshot {
  source: ContactSource;
  consent: Consent;
}

type OpenLists = { savedLists: Pick<SavedLists, 'open'> };

/** Opens a saved list of a user; see `SavedLists.open`. */
interface SavedListOf {
  userId: string;
  listId: string;
}

/**
 * Copies a saved list of a user to the spool folder and passes it to `use`: later changes of the list do not matter. Throws
 * as `SavedLists.open` and `Spool.create`, or CONFLICT while the list keeps changing.
 */
export async function withSavedList<T>(
  { savedLists, spool }: Pick<CampaignsDeps, 'spool'> & OpenLists,
  saved: SavedListOf,
  use: (snapshot: ListSnapshot) => Promise<T>,
): Promise<T> {
  const snapshot = await whileUnchanged(savedLists, saved, async (list) => {
    const { result: digest, ...file } = await spool.create('jsonl.gz', (to) => copyOf(list, to));
    return { value: { ...list, digest, ...file }, discard: file.discard };
  });
  try {
    const read = () =>
      linesInBatches(snapshot.path, { compressed: true }) as AsyncIterable<readonly Contact[]>;
    return await use({ source: contactsOfSaved(snapshot, read), consent: snapshot.consent });
  } finally {
    await snapshot.discard();
  }
}

/**
 * Passes a saved list of a user to `use`, which reads it from the database and keeps nothing of it; again if the list has
 * changed meanwhile. Throws as `SavedLists.open`, CONFLICT while the list keeps changing, or once `signal` is aborted.
 */
export async function readSavedList<T>(
  savedLists: Pick<SavedLists, 'open'>,
  saved: SavedListOf,
  use: (source: ContactSource) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return whileUnchanged(savedLists, saved, async (list) => {
    const read = () => untilAborted(list.contacts(), signal);
    return { value: await use(contactsOfSaved({ ...list, digest: '' }, read)) };
  });
}

/** Returns what `read` makes of a list that did not change while it was read. */
async function whileUnchanged<T>(
  savedLists: Pick<SavedLists, 'open'>,
  { userId, listId }: SavedListOf,
  read: (list: OpenList) => Promise<{ value: T; discard?: () => Promise<void> }>,
): Promise<T> {
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const list = await savedLists.open(userId, listId);
    const { value, discard } = await read(list);
    if (await list.isUnchanged()) return value;
    await discard?.();
  }
  throw new AppError('CONFLICT', 'This list is being changed. Please try again in a moment.');
}

/** Writes the contacts to a file, one a line, compressed; returns a digest of the lines. */
async function copyOf(list: OpenList, file: SpoolFile): Promise<string> {
  const hash = createHash('sha256');
  const write = async (lines: string) => {
    hash.update(lines);
    await file.write(await compress(lines, { level: constants.Z_BEST_SPEED }));
  };
  // Makes the file of a list without contacts a valid archive.
  await write('');
  for await (const batch of list.contacts()) {
    await write(batch.map((contact) => `${inOneLine(JSON.stringify(contact))}\n`).join(''));
  }
  return hash.digest('hex');
}

async function* untilAborted<T>(
  batches: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  for await (const batch of batches) {
    if (signal?.aborted === true) throw requestAborted();
    yield batch;
    // A batch may arrive without a turn of the event loop; let other requests run.
    await yieldToEventLoop();
  }
}

/**
 * A source over contacts that were validated when they were saved: only the message may not fit them. Those with a do-not-call
 * flag, which earlier versions did not read, are left out as rows with errors are.
 */
function contactsOfSaved(
  { digest, ownColumns }: ListIdentity,
  read: () => AsyncIterable<readonly Contact[]>,
): ContactSource {
  const flagged = new InvalidRows();
  return {
    digest,
    get invalid() {
      return flagged.count > 0 ? flagged : undefined;
    },
    ownColumns: () => Promise.resolve(ownColumns),
    async *numbers() {
      for await (const batch of read()) {
        yield batch.map(({ phone_number, recommended_phone }) => ({
          listed: listedNumber(phone_number),
          dialled: recommended_phone,
        }));
      }
    },
    async check(message) {
      const errors: LineError[] = [];
      flagged.clear();
      let index = 0;
      for await (const batch of read()) {
        for (const contact of batch) {
          const flag = ownFlag(contact.custom, Number(contact.recommended_phone), ownColumns);
          const problem = message === '' ? null : messageErrorOf(message, contact);
          if (flag !== undefined) flagged.add(index, [errorOf(contact, index, flagProblem(flag))]);
          else if (problem !== null) errors.push(errorOf(contact, index, problem));
          index += 1;
        }
        if (errors.length >= MAX_LISTED_ERRORS) break;
      }
      if (errors.length > 0) throw invalidList(errors.slice(0, MAX_LISTED_ERRORS));
      return index - flagged.count;
    },
    async *contacts(columns = []) {
      let first = 0;
      for await (const batch of read()) {
        const start = first;
        const called = batch.filter((_, at) => !flagged.has(start + at));
        yield called.map(({ custom = {}, ...contact }) => {
          const own = Object.entries(custom).filter(([name]) => columns.includes(name));
          return own.length > 0 ? { ...contact, custom: Object.fromEntries(own) } : contact;
        });
        first += batch.length;
      }
    },
  };
}

function errorOf({ recommended_phone: phone }: Contact, index: number, problem: string): LineError {
  return { line: index + 2, message: `${formatPhone(phone)}: ${problem}` };
}
