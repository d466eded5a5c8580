/** Outcome of a drop, decided by the last four digits of the number. */
export interface Outcome {
  /** Shown at /local/carrier/drops. */
  label: string;
  /** Drop Cowboy's reason code; null if the outcome is never reported. */
  code: number | null;
  /** Drop Cowboy's own text for the code. */
  reason: string;
}

const SUCCESS: Outcome = { label: 'success', code: 0, reason: '' };
const UNREACHABLE: Outcome = { label: 'unreachable', code: 4004, reason: 'Number not reachable' };

const OUTCOMES_BY_LAST_FOUR: Readonly<Record<string, Outcome>> = {
  '0001': SUCCESS,
  '0002': { label: 'no voicemail detected', code: 4000, reason: 'VoiceMail Not Detected' },
  '0003': { label: 'mailbox full', code: 4002, reason: 'VoiceMail Full' },
  '0004': UNREACHABLE,
  '0005': { label: 'no answer', code: 4005, reason: 'No Answer' },
  '0006': { label: 'busy', code: 4006, reason: 'User Busy' },
  '0007': { label: 'do-not-call', code: 4016, reason: 'Internal DNC' },
  '0008': { label: 'never reported', code: null, reason: '' },
};

/** Outcomes of requests that are accepted and fail later checks: no call is made, only a report. */
export const REJECTED = {
  credentials: { label: 'credentials refused', code: 3007, reason: 'Not authorized' },
  noContent: { label: 'recording not usable', code: 3001, reason: 'Audio file not valid' },
  keyUsedBefore: { label: 'key used before', code: 3027, reason: 'Idempotency Key Conflict' },
  noPhoneLine: { label: 'no phone line', code: 4010, reason: 'No Caller ID' },
} as const satisfies Record<string, Outcome>;

const UNDIALLED_CODES: ReadonlySet<number | null> = new Set(Object.values(REJECTED).map(({ code }) => code));

/** Every outcome that the local carrier can report. */
export const OUTCOMES: readonly Outcome[] = [
  ...Object.values(OUTCOMES_BY_LAST_FOUR),
  ...Object.values(REJECTED),
];

/** Whether the number is dialled for this outcome. */
export function isDialled({ code }: Pick<Outcome, 'code'>): boolean {
  return !UNDIALLED_CODES.has(code);
}

/** Returns the outcome of a call to an E.164 number. Numbers outside North America are unreachable. */
export function outcomeForNumber(to: string): Outcome {
  if (!/^\+1\d{10}$/.test(to)) return UNREACHABLE;
  return OUTCOMES_BY_LAST_FOUR[to.slice(-4)] ?? SUCCESS;
}

/** Returns how many requests to a number fail with 500 before one is accepted. */
export function failuresBeforeAccepting(to: string): number {
  return to.endsWith('0009') ? 2 : 0;
}
