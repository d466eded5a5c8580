import type { ContactInput } from '#shared/schemas/campaigns.ts';
import { contactEnding } from '../system/campaign-drafts.ts';
import { shuffled, type Random } from './seeded-random.ts';

/** What becomes of a call to a number, by its last four digits. */
export interface ExpectedOutcome {
  status: 'success' | 'failed';
  reason: string | null;
}

const DELIVERED: ExpectedOutcome = { status: 'success', reason: null };
const failed = (reason: string): ExpectedOutcome => ({ status: 'failed', reason });

/** Calls that are never reported. */
export const NO_REPORT = failed('No report');

const BY_ENDING: Readonly<Record<string, ExpectedOutcome>> = {
  '0001': DELIVERED,
  '0002': failed('No voicemail detected'),
  '0003': failed('Mailbox full'),
  '0004': failed('Unreachable'),
  '0005': failed('No answer'),
  '0006': failed('Busy'),
  '0007': failed('Do not call'),
  '0008': NO_REPORT,
  '0009': DELIVERED,
};
const ENDINGS = Object.keys(BY_ENDING);
/** How many of a hundred contacts have one of these endings. */
const SPECIAL_PERCENT = 20;
/** Three-digit exchanges from 200 on: so many numbers of an area have the same ending. */
const EXCHANGES = 800;
const AREA = 212;

/** What the number of a contact dictates; a number without a special ending takes a voicemail. */
export function expectedOutcomeOf(phone: string): ExpectedOutcome {
  return BY_ENDING[phone.slice(-4)] ?? DELIVERED;
}

/** `count` contacts (at least nine) in a random order: all nine endings among them, most of them simply reachable. */
export function contactsWithOutcomes(count: number, random: Random): ContactInput[] {
  const special = Math.max(ENDINGS.length, Math.round((count * SPECIAL_PERCENT) / 100));
  const contacts = Array.from({ length: count }, (_, n) => {
    if (n >= special) return contactOf(n, String(1_000 + (n % 9_000)));
    return contactOf(Math.floor(n / ENDINGS.length), ENDINGS[n % ENDINGS.length] ?? '');
  });
  return shuffled(random, contacts);
}

/** The `n`th contact with an ending. */
function contactOf(n: number, ending: string): ContactInput {
  const area = AREA + Math.floor(n / EXCHANGES);
  return contactEnding(ending, `${String(area)}${String(200 + (n % EXCHANGES))}`);
}
