/** Why calls fail, by the key under which they are counted: a code of the carrier, or a reason of our own. */
export const CALL_REASONS = {
  '3000': 'The carrier account has no funds',
  '3001': 'The recording cannot be used',
  '3002': 'The voice cannot be used',
  '3007': 'The carrier refused our credentials',
  '3011': 'The number is not in international form',
  '3012': 'The number is not valid',
  '3013': 'The phone line of the carrier account is not valid',
  '3014': 'The carrier account may not send this kind of audio',
  '3015': 'The carrier got no text to speak',
  '3019': 'The carrier cannot use the address for its reports',
  '3021': 'The message is too long to be spoken',
  '3022': 'The carrier account is a trial account',
  '3028': 'The carrier refused the request’s key',
  '3033': 'The carrier does not have the recording',
  '3040': 'The carrier account may call test numbers only',
  '4000': 'No voicemail detected',
  '4001': 'Voicemail is not set up',
  '4002': 'Mailbox full',
  '4004': 'Unreachable',
  '4005': 'No answer',
  '4006': 'Busy',
  '4008': 'The carrier took the message for spam',
  '4010': 'The carrier account has no phone line to send from',
  '4011': 'Outside the calling hours of the carrier',
  '4013': 'Called too often lately',
  '4016': 'Do not call',
  '4017': 'Known litigator',
  '4019': 'The number has a new owner',
  '4021': 'It could not be checked who has the number',
  '6000': 'The carrier denied the call',
  '6001': 'The carrier account is suspended',
  '6002': 'The carrier suspended our numbers',
  '6003': 'The numbers of the carrier account are not ready',
  '6004': 'Consent is in doubt',
  '6005': 'Consent was withdrawn',
  '6006': 'Consent is not confirmed yet',
  '6011': 'No consent on file',
  suppressed: 'suppressed',
  'too-often': 'called too often',
  'no-hours': 'no calling hours',
  'last-day': 'after the last day',
  'no-report': 'No report',
  other: 'Other',
} as const;

/** The key of a reason. There are only these: unknown codes count as `other`. */
export type CallReasonKey = keyof typeof CALL_REASONS;

/** The reasons of calls that the carrier gave no code for, by the text stored with the call. */
export const OWN_REASONS = ['suppressed', 'too-often', 'no-hours', 'last-day', 'no-report'] as const;

/** The reasons of the carrier after which a person is never called again. */
export const DO_NOT_CALL_REASONS = ['4016', '4017', '4019', '6005'] as const;

/**
 * Whether a call that failed for a reason is made again: by every retry, by one that names the reason, as the carrier advises
 * against another call, or never.
 */
export const CALL_RETRIES = ['included', 'if_named', 'never'] as const;
export type CallRetry = (typeof CALL_RETRIES)[number];

/** The mailbox is not set up, or full. */
const IF_NAMED: ReadonlySet<CallReasonKey> = new Set(['4001', '4002']);
/** The reasons that a retry has to name, after which the carrier advises against another call. */
export const REASONS_TO_NAME: readonly CallReasonKey[] = [...IF_NAMED];
const NEVER: ReadonlySet<CallReasonKey> = new Set([...DO_NOT_CALL_REASONS, ...OWN_REASONS]);

/** Returns whether calls that failed for a reason are made again, if their numbers may be called at all. */
export function callRetry(key: CallReasonKey): CallRetry {
  if (NEVER.has(key)) return 'never';
  return IF_NAMED.has(key) ? 'if_named' : 'included';
}

/** Returns how many calls of counts by reason a retry makes only if it names their reasons. */
export function callsToName(counts: Partial<Record<CallReasonKey, { retryable: number }>>): number {
  return [...IF_NAMED].reduce((sum, key) => sum + (counts[key]?.retryable ?? 0), 0);
}

/** Returns whether a retry that names no reasons includes calls that failed for this one. */
export function isWorthARetry(key: CallReasonKey): boolean {
  return callRetry(key) !== 'if_named';
}

export const CALL_REASON_KEYS = Object.keys(CALL_REASONS) as CallReasonKey[];
/** The codes of the carrier that have a key of their own. */
export const CARRIER_REASON_CODES = CALL_REASON_KEYS.filter((key) => /^\d+$/.test(key));

const BY_TEXT: ReadonlyMap<string, CallReasonKey> = new Map(
  OWN_REASONS.map((key) => [CALL_REASONS[key], key]),
);
const CODES: ReadonlySet<string> = new Set(CARRIER_REASON_CODES);

/** Returns the key of a failed call by its code and its reason, as they are stored; `other` if there is none. */
export function callReasonKey({
  code = '',
  reason = '',
}: {
  code?: string | undefined;
  reason?: string | undefined;
}): CallReasonKey {
  if (CODES.has(code)) return code as CallReasonKey;
  return (code === '' ? BY_TEXT.get(reason) : undefined) ?? 'other';
}

/** As what a final call is counted and listed: delivered, or failed for a reason. */
export type ResultKey = CallReasonKey | 'delivered';

/** Returns as what a call with its result is counted and listed. */
export function resultKeyOf(call: {
  status: 'success' | 'failed';
  code?: string | undefined;
  reason?: string | undefined;
}): ResultKey {
  return call.status === 'success' ? 'delivered' : callReasonKey(call);
}

const LABELS: Partial<Record<CallReasonKey, string>> = {
  suppressed: 'On a do-not-call list',
  'too-often': 'Called too often',
  'no-hours': 'No calling hours',
  'last-day': 'After the last day of calling',
};

/** Returns the words for a reason, for people. */
export function callReasonText(key: CallReasonKey): string {
  return LABELS[key] ?? CALL_REASONS[key];
}
