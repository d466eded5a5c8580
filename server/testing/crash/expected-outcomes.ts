import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { contactEnding } from '../system/campaign-drafts.ts';
import { shuffled, type Random } from './seeded-random.ts';

/** Outcome of a call, determined by the last four digits of its number. */
export interface ExpectedOutcome {
  status: 'success' | 'failed';
  reason: string | null;
}

const DELIVERED: ExpectedOutcome = { status: 'success', reason: null };
const failed = (reason: string): ExpectedOutcome => ({ status: 'failed', reason });

/** Outcome of calls that are never reported. */
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
/** Percentage of contacts with one of these endings. */
const SPECIAL_PERCENT = 20;
/** Exchanges from 200 on: numbers per area code with the same ending. */
const EXCHANGES = 800;
const AREA = 212;

/** Returns the expected outcome of a number; numbers without a special ending accept a voicemail. */
export function expectedOutcomeOf(phone: string): ExpectedOutcome {
  return BY_ENDING[phone.slice(-4)] ?? DELIVERED;
}

/** Returns `count` contacts (at least nine) in random order, with all nine special endings; most are deliverable. */
export function contactsWithOutcomes(count: number, random: Random): ContactInput[] {
  const special = Math.max(ENDINGS.length, Math.round((count * SPECIAL_PERCENT) / 100));
  const contacts = Array.from({ length: count }, (_, n) => {
    if (n >= special) return contactOf(n, String(1_000 + (n % 9_000)));
    return contactOf(Math.floor(n / ENDINGS.length), ENDINGS[n % ENDINGS.length] ?? '');
  });
  return shuffled(random, contacts);
}

/** Returns the `n`th contact with an ending. */
function contactOf(n: number, ending: string): ContactInput {
  const area = AREA + Math.floor(n / EXCHANGES);
  return contactEnding(ending, `${String(area)}${String(200 + (n % EXCHANGES))}`);
}
