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
  3000: { text: 'The carrier account has no funds', accountFault: true },
  3001: { text: 'The recording cannot be used', carrierFault: true },
  3007: { text: 'The carrier refused our credentials', accountFault: true },
  3021: { text: 'The message is too long to be spoken', carrierFault: true },
  3028: { text: 'The carrier refused the request’s key', carrierFault: true },
  3040: { text: 'The carrier account may call test numbers only', accountFault: true },
  4000: { text: 'No voicemail detected' },
  4001: { text: 'Voicemail is not set up' },
  4002: { text: 'Mailbox full' },
  4004: { text: 'Unreachable' },
  4005: { text: 'No answer' },
  4006: { text: 'Busy' },
  4010: { text: 'The carrier account has no phone line to send from', accountFault: true },
  4013: { text: 'Called too often lately' },
  4016: { text: 'Do not call', doNotCall: true },
  4017: { text: 'Known litigator', doNotCall: true },
  4019: { text: 'The number has a new owner', doNotCall: true },
  6000: { text: 'The carrier denied the call', carrierFault: true },
  6002: { text: 'The carrier suspended our numbers', accountFault: true },
  6005: { text: 'Consent was withdrawn', doNotCall: true },
  6011: { text: 'No consent on file' },
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
