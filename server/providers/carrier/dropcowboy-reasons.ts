import { CALL_REASONS } from '#shared/call-reasons.ts';

/** The meaning of a Drop Cowboy reason code. Codes are stable, the texts of the carrier are not. */
export interface ReasonMeaning {
  /** Text shown to users. */
  text: string;
  /** The person must not be called again. */
  doNotCall?: true;
  /** The failure is caused by the carrier account, not by the number. */
  accountFault?: true;
  /** The failure is caused by neither the number nor the account. */
  carrierFault?: true;
}

/** The voicemail was left in the mailbox. */
export const DELIVERED = 0;

/**
 * The idempotency key was used before with another body. The first request with that key has its own report, so
 * this one is not an outcome of the call.
 */
export const KEY_USED_BEFORE = 3027;

const MEANINGS: Readonly<Record<number, ReasonMeaning>> = {
  3000: { text: CALL_REASONS[3000], accountFault: true },
  3001: { text: CALL_REASONS[3001], carrierFault: true },
  3007: { text: CALL_REASONS[3007], accountFault: true },
  3021: { text: CALL_REASONS[3021], carrierFault: true },
  3028: { text: CALL_REASONS[3028], carrierFault: true },
  3040: { text: CALL_REASONS[3040], accountFault: true },
  4000: { text: CALL_REASONS[4000] },
  4001: { text: CALL_REASONS[4001] },
  4002: { text: CALL_REASONS[4002] },
  4004: { text: CALL_REASONS[4004] },
  4005: { text: CALL_REASONS[4005] },
  4006: { text: CALL_REASONS[4006] },
  4010: { text: CALL_REASONS[4010], accountFault: true },
  4013: { text: CALL_REASONS[4013] },
  4016: { text: CALL_REASONS[4016], doNotCall: true },
  4017: { text: CALL_REASONS[4017], doNotCall: true },
  4019: { text: CALL_REASONS[4019], doNotCall: true },
  6000: { text: CALL_REASONS[6000], carrierFault: true },
  6002: { text: CALL_REASONS[6002], accountFault: true },
  6005: { text: CALL_REASONS[6005], doNotCall: true },
  6011: { text: CALL_REASONS[6011] },
};

/** The meaning of HTTP statuses of refusals without a reason code. */
const STATUS_MEANINGS: Readonly<Record<number, ReasonMeaning | undefined>> = {
  401: MEANINGS[3007],
  402: MEANINGS[3000],
  403: MEANINGS[3007],
};

/** Returns the text of an account fault; `undefined` if the request itself was refused. */
export function accountFaultOf(code: string, status: number): string | undefined {
  const meaning = MEANINGS[Number(code)] ?? STATUS_MEANINGS[status];
  return meaning?.accountFault === true ? meaning.text : undefined;
}

/** Codes 4000 to 4999 concern the number; all others the carrier. */
function isAboutNumber(code: number): boolean {
  return code >= 4000 && code < 5000;
}

/** Returns the meaning of a code; for an unknown one, with the text of the carrier. */
export function meaningOf(code: number, carrierText: string): ReasonMeaning {
  const text = carrierText === '' ? `The carrier reported code ${String(code)}` : carrierText;
  return MEANINGS[code] ?? { text, ...(!isAboutNumber(code) && { carrierFault: true }) };
}
