/** One voicemail to place. Everything here was frozen when the contact was claimed, so that a retry sends the same body. */
export interface Drop {
  /** `<campaign>-<seq>-<run>`: idempotency key and the carrier's foreign id at once (design §4). */
  attemptId: string;
  /** The number to dial: 11 digits beginning with 1. */
  to: string;
  postalCode?: string;
  content: DropContent;
}

/** What is left on the voicemail: text spoken by one of the carrier's voices, or a recording it already holds. */
export type DropContent = { kind: 'text'; text: string; voiceId: string } | { kind: 'media'; mediaId: string };

/** What became of a request to place a drop. A time-out is `unknown`, never `rejected` (design §4). */
export type Placement =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'rejected'; code: string; reason: string }
  | { kind: 'unavailable'; code: string; retryAfterMs?: number }
  | { kind: 'unknown' };

/** A final report about one attempt. */
export interface DropReport {
  /** Absent in reports that carry only a number: they match where exactly one attempt to it is open. */
  attemptId?: string;
  to: string;
  outcome: 'success' | 'failed';
  /** The carrier's code, for example 4002. */
  code: string;
  /** Text for a person; empty on success. */
  reason: string;
  doNotCall: boolean;
  reportedAt: Date;
}

export interface CarrierCapabilities {
  /** Placing the same key and body again does not call again. */
  idempotencyKeys: boolean;
}

/** A company that leaves voicemails (design §5). */
export interface VoicemailCarrier {
  readonly capabilities: CarrierCapabilities;
  /** Asks the carrier to leave one voicemail. Never throws for what the carrier says; see `Placement`. */
  place(drop: Drop): Promise<Placement>;
  /** Reads the unsigned callback body; `undefined` for what is not a final report; throws `AppError` INVALID_INPUT for malformed bodies. */
  parseCallback(body: unknown): DropReport | undefined;
  /** Reads the signed webhook: checks signature and age; throws `AppError` UNAUTHENTICATED on a wrong one. */
  parseSignedWebhook(headers: Record<string, string | undefined>, rawBody: Buffer): DropReport | undefined;
}
