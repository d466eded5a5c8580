import {
  CALL_REASONS,
  CARRIER_REASON_CODES,
  DO_NOT_CALL_REASONS,
  type CallReasonKey,
} from '#shared/call-reasons.ts';

/**
 * Whose fault a failed call is:
 * - `contact`: the number's or its owner's. It never pauses a campaign.
 * - `account`: our account at the carrier, which the operator of Hark must put right. Every call would fail, so one pauses.
 * - `passing`: the carrier's, or the message's. A campaign pauses only if most of its calls fail so.
 */
export type Fault = 'contact' | 'account' | 'passing';

/** The meaning of a Drop Cowboy reason code. Codes are stable, the texts of the carrier are not. */
export interface ReasonMeaning {
  /** Text shown to users, never the carrier's. */
  text: string;
  fault: Fault;
  /** The person must not be called again. */
  doNotCall?: true;
}

/** The voicemail was left in the mailbox. */
export const DELIVERED = 0;

/**
 * The idempotency key was used before with another body. The first request with that key has its own report, so
 * this one is not an outcome of the call.
 */
export const KEY_USED_BEFORE = 3027;

const ACCOUNT_FAULTS: ReadonlySet<CallReasonKey> = new Set([
  ...(['3000', '3007', '3013', '3014', '3019', '3022', '3040', '4010'] as const),
  ...(['6001', '6002', '6003'] as const),
]);
const PASSING_FAULTS: ReadonlySet<CallReasonKey> = new Set([
  ...(['3001', '3002', '3015', '3021', '3028', '3033'] as const),
  ...(['4008', '4011', '4021', '6000'] as const),
]);
const DO_NOT_CALL: ReadonlySet<CallReasonKey> = new Set(DO_NOT_CALL_REASONS);

const MEANINGS: ReadonlyMap<string, ReasonMeaning> = new Map(
  CARRIER_REASON_CODES.map((key) => [
    key,
    { text: CALL_REASONS[key], fault: faultOf(key), ...(DO_NOT_CALL.has(key) && { doNotCall: true }) },
  ]),
);

/** The reason codes that HTTP statuses of refusals without one stand for. */
const CODE_OF_STATUS: Readonly<Record<number, CallReasonKey | undefined>> = {
  401: '3007',
  402: '3000',
  403: '3007',
};

/** Returns the text of an account fault; `undefined` if the request itself was refused. */
export function accountFaultOf(code: string, status: number): string | undefined {
  const meaning = MEANINGS.get(code) ?? MEANINGS.get(CODE_OF_STATUS[status] ?? '');
  return meaning?.fault === 'account' ? meaning.text : undefined;
}

/**
 * Returns the meaning of a code. One that the carrier has added since pauses no campaign at once: codes 4000 to 4999 concern
 * the number, and of the others a high rate pauses.
 */
export function meaningOf(code: number): ReasonMeaning {
  const meant = MEANINGS.get(String(code));
  if (meant !== undefined) return meant;
  const isAboutNumber = code >= 4000 && code < 5000;
  return { text: unknownReason(String(code)), fault: isAboutNumber ? 'contact' : 'passing' };
}

/** Returns the text, shown to users, of a refusal or failure that only a code of the carrier tells about. */
export function unknownReason(code: string): string {
  return `The carrier reported code ${code}`;
}

function faultOf(key: CallReasonKey): Fault {
  if (ACCOUNT_FAULTS.has(key)) return 'account';
  return PASSING_FAULTS.has(key) ? 'passing' : 'contact';
}
