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
export type DropContent =
  { kind: 'text'; text: string; voiceId: string } | { kind: 'media'; mediaId: string };

/** A recording for the carrier to keep: MP3, and the name that people see in the carrier's library. */
export interface Media {
  name: string;
  recording: Buffer;
}

/**
 * What became of a request to place a drop (design §4).
 * - `accepted`: the carrier has it; also when it already had this key. Nothing is said about the outcome.
 * - `rejected`: the carrier will never take this drop.
 * - `unavailable`: no fault of this drop (rate limit, 5xx, refused credentials, nobody listening): may be placed again
 *   with the same attempt id. The carrier may have it all the same, unless `notTaken` is set (rate limit, nobody
 *   listening, given up before it was sent) or an `accountFault`: that says, for a person, why it takes nothing from
 *   our account.
 * - `unknown`: sent, and no answer read. A time-out is this and never `rejected`.
 */
export type Placement =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'rejected'; code: string; reason: string }
  | { kind: 'unavailable'; code: string; retryAfterMs?: number; notTaken?: true; accountFault?: string }
  | { kind: 'unknown' };

/** A final report about one attempt. */
export interface DropReport {
  /** Absent in reports that carry only a number: they match where exactly one attempt to it is open. */
  attemptId?: string;
  /** The carrier's own name for the call, where it tells one: the same in all its reports about that call. */
  callId?: string;
  to: string;
  outcome: 'success' | 'failed';
  /** The carrier's code, for example 4002. */
  code: string;
  /** Text for a person; empty on success. */
  reason: string;
  doNotCall: boolean;
  /** The account and not the number is the reason (no funds, refused credentials): more drops would end alike. */
  accountFault: boolean;
  /** Neither the number nor the account is the reason: where many end so, more would end alike. */
  carrierFault: boolean;
  /** When we read the report. */
  reportedAt: Date;
  /**
   * When the carrier says that it happened, where it does. A report without an attempt id that happened before an
   * attempt was claimed is about an earlier one.
   */
  occurredAt?: Date;
}

export interface CarrierCapabilities {
  /** Placing the same key and body again does not call again. */
  idempotencyKeys: boolean;
}

/** A company that leaves voicemails (design §5). */
export interface VoicemailCarrier {
  readonly capabilities: CarrierCapabilities;
  /** Who we are to the carrier: the recordings it keeps for one account are unknown to another. */
  readonly account: string;
  /**
   * Makes sure that the carrier sends its signed webhook to `url`, and learns the secret it signs with, also
   * one that was changed since. Repeatable; a process that reads signed webhooks calls it at start. Rejects with `ProviderUnavailable` or `ProviderRejected`.
   */
  subscribe(url: string): Promise<void>;
  /**
   * Hands a recording to the carrier; answers the id by which drops name it. Rejects with `ProviderUnavailable` (also
   * where the account and not the recording is refused) or `ProviderRejected`. May be repeated: at worst the carrier
   * keeps a recording that nothing names.
   */
  addMedia(media: Media): Promise<string>;
  /**
   * Asks the carrier to leave one voicemail. Never throws for what the carrier says; see `Placement`. A request that is
   * not sent yet when `signal` ends, as one that waits for a connection, never is; one that was sent goes on.
   */
  place(drop: Drop, signal?: AbortSignal): Promise<Placement>;
  /** Reads the unsigned callback body; `undefined` for what is not a final report; throws `AppError` INVALID_INPUT for malformed bodies. */
  parseCallback(body: unknown): DropReport | undefined;
  /**
   * Reads the signed webhook (header names in lower case); `undefined` for what is not a final report. Throws `AppError`
   * UNAUTHENTICATED on a wrong signature or age, INVALID_INPUT on a malformed body, UNAVAILABLE before `subscribe`.
   */
  parseSignedWebhook(headers: Record<string, string | undefined>, rawBody: Buffer): DropReport | undefined;
  /** Closes the connections kept to the carrier. */
  close(): void;
}
