import type { Contact, KnownNumbers } from '#shared/contacts/contact-list.ts';
import { LEFT_OUT_REASONS, type LeftOutReason, type Skipped } from '#shared/schemas/calling/calling.ts';
import type { LeftOutContact } from '#shared/schemas/campaigns/check-list.ts';
import { remainingLines } from '#server/features/campaigns/contact-list/invalid-rows.ts';
import { readAhead } from '#server/platform/lib/concurrency/read-ahead.ts';
import {
  evenestDivision,
  halfOf,
  type Half,
  type WantedHalf,
} from '#server/features/campaigns/split/half-of-list.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { ContactSource } from '#server/features/campaigns/contact-list/contact-source.ts';

export type ScreeningDeps = Pick<CampaignsDeps, 'doNotCall' | 'places' | 'calendar' | 'callLog' | 'clock'>;

/** The campaign that would call a list. */
export type ScreenedCampaign = Pick<
  CampaignDocument,
  'userId' | 'message' | 'columns' | 'dropDate' | 'callingHours' | 'lastDay'
>;

/** A list, and the numbers that its campaign has already. */
export interface IncomingList {
  source: ContactSource;
  known?: KnownNumbers | undefined;
  /** How many are called at most: the first that may be. */
  maxCalls?: number | undefined;
  /** The half that is called; undefined: all of it. */
  half?: WantedHalf | undefined;
}

/** Which contacts of a list are called, decided once for the whole list. */
export interface Screening {
  /** How many are called. */
  calls: number;
  /** How many are left out. */
  leftOut: number;
  /** The same by reason; only reasons that apply. */
  skipped: Skipped;
  /** The called contacts by the key of their window class. */
  windows: ReadonlyMap<string, number>;
  /** The half that is called, with the division of its test. */
  half: Half | undefined;
  /** Returns why the contact at a position from 0 is left out; undefined if it is called. */
  reasonAt(index: number): LeftOutReason | undefined;
}

/**
 * Validates a list and decides which of its contacts are called: numbers on the do-not-call list, numbers called too often
 * contacts that have no calling hours, or none by the last day, those of the other half and those over the maximum are left out,
 * and passed to `note` in order. Throws `AppError` INVALID_CSV with all invalid lines.
 */
export async function screenList(
  deps: ScreeningDeps,
  campaign: ScreenedCampaign,
  { source, known, maxCalls = Infinity, half: wanted }: IncomingList,
  note: (leftOut: LeftOutContact) => void = () => undefined,
): Promise<Screening> {
  const contacts = await source.check(campaign.message, known, campaign.columns);
  if (contacts === 0) throw new AppError('INVALID_CSV', 'At least one contact is required');
  const screen = await createScreen(deps, campaign);
  const screened = () => readAhead(source.contacts(), screen);
  const half = wanted && (await divided(wanted, screened()));
  /** A byte for each contact: 0 if it is called, else the number of its reason from 1. */
  const decisions = new Uint8Array(contacts);
  const counts = LEFT_OUT_REASONS.map(() => 0);
  const windows = new Map<string, number>();
  const lineOf = remainingLines(source.invalid);
  let [index, calls] = [0, 0];
  for await (const batch of screened()) {
    for (const { contact, window, ...decided } of batch) {
      const isOther = half !== undefined && halfOf(half, contact.recommended_phone) !== half.part;
      const reason =
        decided.reason ??
        (isOther ? 'other half' : undefined) ??
        (calls < maxCalls ? undefined : 'over the maximum');
      if (reason === undefined) {
        windows.set(window, (windows.get(window) ?? 0) + 1);
        calls += 1;
      } else {
        const number = LEFT_OUT_REASONS.indexOf(reason);
        decisions[index] = number + 1;
        counts[number] = (counts[number] ?? 0) + 1;
        note(leftOutContact(contact, lineOf(index), reason));
      }
      index += 1;
    }
  }
  const skipped = LEFT_OUT_REASONS.map((reason, at) => ({ reason, count: counts[at] ?? 0 }));
  return {
    calls,
    leftOut: index - calls,
    skipped: skipped.filter(({ count }) => count > 0),
    windows,
    half,
    reasonAt: (at) => LEFT_OUT_REASONS[(decisions[at] ?? 0) - 1],
  };
}

/** Returns a contact of a list as it is shown where it is left out. */
export function leftOutContact(contact: Contact, line: number, reason: LeftOutReason): LeftOutContact {
  const name = `${contact.first_name} ${contact.last_name}`.trim();
  return { line, phone: contact.recommended_phone, name, reason };
}

interface ScreenedContact {
  contact: Contact;
  window: string;
  reason: LeftOutReason | undefined;
}

/** Returns a half with the division of its test; a new test gets the one that is even among those who may be called. */
async function divided(half: WantedHalf, screened: AsyncIterable<readonly ScreenedContact[]>): Promise<Half> {
  const { division = await evenestDivision(half.test, callable(screened)) } = half;
  return { ...half, division };
}

async function* callable(screened: AsyncIterable<readonly ScreenedContact[]>): AsyncGenerator<string[]> {
  for await (const batch of screened)
    yield batch.flatMap(({ contact, reason }) => (reason === undefined ? [contact.recommended_phone] : []));
}

/** Returns the screening of batches; each asks the do-not-call list and the log of calls once. */
async function createScreen(
  { doNotCall, places, calendar, callLog, clock }: ScreeningDeps,
  { userId, callingHours, lastDay, dropDate }: ScreenedCampaign,
): Promise<(batch: readonly Contact[]) => Promise<ScreenedContact[]>> {
  const from = new Date(Math.max(dropDate.getTime(), clock.now().getTime()));
  const opens = memoized(
    (window: string) => calendar.nextOpening(window, callingHours ?? undefined, from, lastDay) !== undefined,
  );
  const tooOften = await callLog.tooOften(userId, from);
  return async (batch) => {
    const placed = batch.map((contact) => {
      const { recommended_phone: phone, state, zipcode } = contact;
      return { contact, phone, window: places.keyOf({ phone, state, zipcode }) };
    });
    const phones = placed.map(({ phone }) => phone);
    const [listed, often] = await Promise.all([doNotCall.among(userId, phones), tooOften(placed)]);
    return placed.map(({ contact, phone, window }) => {
      const screened = { contact, window };
      if (listed.has(phone)) return { ...screened, reason: 'do not call' };
      if (often.has(phone)) return { ...screened, reason: 'called too often' };
      return { ...screened, reason: opens(window) ? undefined : 'no calling hours' };
    });
  };
}

function memoized<Value>(compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}
