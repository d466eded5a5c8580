import { callReasonKey, type CallReasonKey } from '#shared/call-reasons.ts';
import type { CallStatus } from '#shared/campaign-lifecycle.ts';
import type { CallEvidence } from '#shared/schemas/campaigns/campaign-contacts.ts';
import type { ContactDocument } from '../contacts/contact-model.ts';
import { presentEvidence, shownStatus } from '../contacts/present-contact.ts';

/** The call of a contact in one run. */
export interface AttemptRecord {
  run: number;
  status: CallStatus;
  /** When it was called and what allowed it; null if it was not. */
  call: CallEvidence | null;
  /** When its result was recorded. */
  endedAt?: Date | undefined;
  /** Why it failed. */
  reason?: string | undefined;
  reasonKey: CallReasonKey | null;
  /** The code of the carrier. */
  code?: string | undefined;
}

/** Returns the calls of a contact in all runs, the oldest first. */
export function attemptsOf(row: ContactDocument): AttemptRecord[] {
  const { previous, earlier = [] } = row;
  const before = earlier.map((call): EndedCall => ({ ...call, ...(call.run === previous?.run && previous) }));
  // A call that failed without being made is in no list of earlier calls.
  if (previous !== undefined && !earlier.some(({ run }) => run === previous.run)) before.push(previous);
  return [...before.filter(({ run }) => run !== row.run).map(failedAttempt), presentAttempt(row)];
}

type EndedCall = Pick<ContactDocument, 'run'> &
  Partial<Pick<ContactDocument, 'at' | 'reason' | 'code' | 'called' | 'outsideHours'>>;

/** A call is made again only where it has failed. */
function failedAttempt(call: EndedCall): AttemptRecord {
  const { run, at, reason, code } = call;
  const base = { run, status: 'failed', call: presentEvidence(call), endedAt: at } as const;
  return {
    ...base,
    reason,
    reasonKey: callReasonKey({ code, reason }),
    code: code === '' ? undefined : code,
  };
}

function presentAttempt(row: ContactDocument): AttemptRecord {
  const status = shownStatus(row.status);
  if (status === 'failed') return failedAttempt(row);
  const call = status === 'pending' ? null : presentEvidence(row);
  return { run: row.run, status, call, endedAt: status === 'success' ? row.at : undefined, reasonKey: null };
}
