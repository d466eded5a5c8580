/** What a finding is about. The codes are part of the public API. */
export const FINDING_CODES = [
  'caller_missing',
  'callback_missing',
  'opt_out_missing',
  'debt_threat',
  'prize',
  'guaranteed_return',
  'government',
  'health_claim',
  'too_long',
  'urgency',
  'other_number',
  'not_toll_free',
  'capitals',
  'link',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** An edit that resolves a finding: `text` replaces the characters from `start` until before `end`. */
export interface Fix {
  label: string;
  start: number;
  end: number;
  text: string;
}

export interface MessageFinding {
  code: FindingCode;
  /** `blocking`: the campaign is not created where the rules are enforced; `advice`: the user decides. */
  kind: 'blocking' | 'advice';
  /** Whether the user may keep the message despite a blocking finding. */
  overridable: boolean;
  text: string;
  reason: string;
  fix?: Fix;
}

/** A message and what is known of who sends it. */
export interface MessageToLint {
  message: string;
  /** The business name of the profile; empty if there is none. */
  businessName: string;
  /** The call-back number of the profile in any spelling; empty if there is none. */
  callbackNumber: string;
  /** The length of a recording of it, if there is one. */
  seconds?: number;
}
