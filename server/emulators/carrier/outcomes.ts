/** What the local carrier does with a drop, decided by the last four digits of the number (contract §4). */
export interface Outcome {
  /** The word shown at /local/carrier/drops. */
  word: string;
  /** Drop Cowboy's reason code; null where the outcome is never reported. */
  code: number | null;
  /** Drop Cowboy's own text for the code. */
  reason: string;
}

const SUCCESS: Outcome = { word: 'success', code: 0, reason: '' };
const UNREACHABLE: Outcome = { word: 'unreachable', code: 4004, reason: 'Number not reachable' };

const BY_LAST_FOUR: Readonly<Record<string, Outcome>> = {
  '0001': SUCCESS,
  '0002': { word: 'no voicemail detected', code: 4000, reason: 'VoiceMail Not Detected' },
  '0003': { word: 'mailbox full', code: 4002, reason: 'VoiceMail Full' },
  '0004': UNREACHABLE,
  '0005': { word: 'no answer', code: 4005, reason: 'No Answer' },
  '0006': { word: 'busy', code: 4006, reason: 'User Busy' },
  '0007': { word: 'do-not-call', code: 4016, reason: 'Internal DNC' },
  '0008': { word: 'never reported', code: null, reason: '' },
};

/** Requests that fail their checks: nobody is called, and only the report says so. */
export const REFUSED = {
  noFunds: { word: 'no funds', code: 3000, reason: 'Insufficient funds' },
  credentials: { word: 'credentials refused', code: 3007, reason: 'Unauthorized' },
  noContent: { word: 'recording not usable', code: 3001, reason: 'Audio file not valid' },
  keyUsedBefore: { word: 'key used before', code: 3027, reason: 'Idempotency key reused' },
  noPhoneLine: { word: 'no phone line', code: 4010, reason: 'No phone line' },
} as const satisfies Record<string, Outcome>;

const UNDIALLED: ReadonlySet<number | null> = new Set(Object.values(REFUSED).map(({ code }) => code));

/** Whether a phone rings for a request with this outcome. */
export function isDialled({ code }: Pick<Outcome, 'code'>): boolean {
  return !UNDIALLED.has(code);
}

/** What becomes of a call to a number in E.164; one that is not of North America cannot be reached. */
export function outcomeOf(to: string): Outcome {
  if (!/^\+1\d{10}$/.test(to)) return UNREACHABLE;
  return BY_LAST_FOUR[to.slice(-4)] ?? SUCCESS;
}

/** How many times a request to a number is answered 500 before it is taken. */
export function failuresBeforeAccepting(to: string): number {
  return to.endsWith('0009') ? 2 : 0;
}
