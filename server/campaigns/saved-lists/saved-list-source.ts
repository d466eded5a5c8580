import { createHash } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { listedNumber } from '#shared/contacts/phone-number.ts';
import type { LineError } from '#shared/error-codes.ts';
import { formatPhone } from '#shared/formats.ts';
import { messageErrorOf } from '#shared/messages/validate-message.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import type { OpenList } from '#server/contact-lists/api.ts';
import {
  invalidList,
  linesInBatches,
  MAX_LISTED_ERRORS,
  type ContactSource,
  type ListIdentity,
} from '#server/campaigns/contact-list/contact-source.ts';
import { inOneLine } from '#server/campaigns/contact-list/contact-list-parser.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import { AppError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/secrets/ids.ts';

/** How often a list that changes while it is read is read again. */
const MAX_READS = 3;

/** The contacts of a saved list as they were at one time, and the consent that it carries. */
interface ListSnapshot {
  source: ContactSource;
  consent: Consent;
}

/**
 * Copies a saved list of a user to the spool folder and passes it to `use`: later changes of the list do not matter. Throws
 * as `SavedLists.open`, or CONFLICT while the list keeps changing.
 */
export async function withSavedList<T>(
  { savedLists, spoolDir }: Pick<CampaignsDeps, 'savedLists' | 'spoolDir'>,
  { userId, listId }: { userId: string; listId: string },
  use: (snapshot: ListSnapshot) => Promise<T>,
): Promise<T> {
  const path = join(spoolDir, `${newId()}.jsonl`);
  await mkdir(spoolDir, { recursive: true });
  try {
    for (let read = 0; read < MAX_READS; read += 1) {
      const list = await savedLists.open(userId, listId);
      const digest = await spool(list, path);
      if (!(await list.isUnchanged())) continue;
      return await use({ source: contactsOfSnapshot(path, { ...list, digest }), consent: list.consent });
    }
  } finally {
    await rm(path, { force: true });
  }
  throw new AppError('CONFLICT', 'This list is being changed. Please try again in a moment.');
}

/** Writes the contacts to a file, one a line; returns a digest of them. */
async function spool(list: OpenList, path: string): Promise<string> {
  const hash = createHash('sha256');
  const file: FileHandle = await open(path, 'w', 0o600);
  try {
    for await (const batch of list.contacts()) {
      const lines = batch.map((contact) => `${inOneLine(JSON.stringify(contact))}\n`).join('');
      hash.update(lines);
      await file.appendFile(lines);
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

/** A source over contacts that were validated when they were saved: only the message may not fit them. */
function contactsOfSnapshot(path: string, { digest, ownColumns }: ListIdentity): ContactSource {
  return {
    digest,
    ownColumns: () => Promise.resolve(ownColumns),
    async *numbers() {
      for await (const batch of linesInBatches(path)) {
        yield batch.map(({ phone_number, recommended_phone }) => ({
          listed: listedNumber(phone_number),
          dialled: recommended_phone,
        }));
      }
    },
    async check(message) {
      const errors: LineError[] = [];
      let index = 0;
      for await (const batch of linesInBatches(path)) {
        for (const contact of batch) {
          errors.push(...messageErrors(message, contact, index));
          index += 1;
        }
        if (errors.length >= MAX_LISTED_ERRORS) break;
      }
      if (errors.length > 0) throw invalidList(errors.slice(0, MAX_LISTED_ERRORS));
      return index;
    },
    async *contacts(columns = []) {
      for await (const batch of linesInBatches(path))
        yield batch.map(({ custom = {}, ...contact }) => {
          const own = Object.entries(custom).filter(([name]) => columns.includes(name));
          return own.length > 0 ? { ...contact, custom: Object.fromEntries(own) } : contact;
        });
    },
  };
}

function messageErrors(message: string, contact: Contact, index: number): LineError[] {
  const problem = message === '' ? null : messageErrorOf(message, contact);
  if (problem === null) return [];
  return [{ line: index + 2, message: `${formatPhone(contact.recommended_phone)}: ${problem}` }];
}
