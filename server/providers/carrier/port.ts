/**
 * A voicemail to place. All fields are fixed when the contact is claimed, so that a retry sends an identical body.
 */
export interface Drop {
  /** `<campaign>-<seq>-<run>`: both idempotency key and foreign id at the carrier. */
  attemptId: string;
  /** The number to dial: 11 digits, starting with 1. */
  to: string;
  postalCode?: string;
  content: DropContent;
}

/** The content of a voicemail: text spoken by a voice of the carrier, or a recording uploaded before. */
export type DropContent =
  { kind: 'text'; text: string; voiceId: string } | { kind: 'media'; mediaId: string };

/** A recording to upload: MP3, and its name in the carrier's library. */
export interface Media {
  name: string;
  recording: Buffer;
  /**
   * Called with the media id before the file is uploaded; if it rejects, nothing is uploaded. Lets the caller note the id,
   * so that the recording can be deleted if this process dies.
   */
  onCreated?: (mediaId: string) => Promise<void>;
}

/**
 * The result of placing a drop.
 * - `accepted`: the carrier has it, perhaps from an earlier request with this key. Says nothing about the outcome.
 * - `rejected`: the carrier will never accept this drop.
 * - `unavailable`: not caused by this drop (rate limit, 5xx, refused credentials, connection refused); may be placed
 *   again with the same attempt id. The carrier may still have it, unless `notAccepted` is set (rate limit, connection
 *   refused, aborted before it was sent) or `accountFault`, the text why it accepts nothing from our account.
 * - `unknown`: sent, but no response was read. A time-out is always `unknown`, never `rejected`.
 */
export type Placement =
  | { kind: 'accepted'; messageId: string }
  | { kind: 'rejected'; code: string; reason: string }
  | { kind: 'unavailable'; code: string; retryAfterMs?: number; notAccepted?: true; accountFault?: string }
  | { kind: 'unknown' };

/** A final report about an attempt. */
export interface DropReport {
  /** Absent in reports that carry only a number; those match if exactly one attempt to it is open. */
  attemptId?: string;
  /** The carrier's call id, if given: equal in all reports about a call. */
  callId?: string;
  /** The campaign of the carrier's own dashboard that made the call, which is then none of Hark's. */
  foreignCampaign?: string;
  to: string;
  outcome: 'success' | 'failed';
  /** The carrier's code, for example 4002. */
  code: string;
  /** Text shown to users; empty on success. */
  reason: string;
  doNotCall: boolean;
  /** Caused by the carrier account (no funds, refused credentials): further drops would fail too. */
  accountFault: boolean;
  /** Caused by neither the number nor the account; many of these suggest that further drops would fail too. */
  carrierFault: boolean;
  /** When Hark received the report. */
  reportedAt: Date;
  /**
   * When the call ended according to the carrier, if given. A report without an attempt id that is older than the
   * claim of an attempt belongs to an earlier attempt.
   */
  occurredAt?: Date;
}

export interface CarrierCapabilities {
  /** Placing the same key and body again does not call again. */
  idempotencyKeys: boolean;
}

/** A voicemail carrier. */
export interface VoicemailCarrier {
  readonly capabilities: CarrierCapabilities;
  /** Our account at the carrier. Uploaded recordings belong to one account. */
  readonly account: string;
  /**
   * Registers the signed webhook at `url` and loads its current signing secret. Idempotent; called at start by every
   * process that receives webhooks. Rejects with `ProviderUnavailable` or `ProviderRejected`.
   */
  subscribe(url: string): Promise<void>;
  /**
   * Uploads a recording and returns its media id. Rejects with `ProviderUnavailable` (also on an account fault) or
   * `ProviderRejected`. Repeatable: at worst the carrier keeps an unused recording.
   */
  addMedia(media: Media): Promise<string>;
  /**
   * Deletes a recording; does nothing if there is none. Drops that play it are no longer possible, so none may be open.
   * Rejects with `ProviderUnavailable` or `ProviderRejected`.
   */
  deleteMedia(mediaId: string): Promise<void>;
  /**
   * Places a voicemail. Never throws on a response of the carrier; see `Placement`. `maySend` is asked right before the
   * request is written to its connection, which it may have waited for; if it returns false then, nothing is sent.
   */
  place(drop: Drop, maySend?: () => boolean): Promise<Placement>;
  /**
   * Parses the unsigned callback. Returns `undefined` if it is not a final report. Throws `AppError` INVALID_INPUT
   * for a malformed body.
   */
  parseCallback(body: unknown): DropReport | undefined;
  /**
   * Parses the signed webhook (lower-case header names). Returns `undefined` if it is not a final report. Throws
   * `AppError` UNAUTHENTICATED for a wrong or outdated signature, INVALID_INPUT for a malformed body, UNAVAILABLE
   * before `subscribe`.
   */
  parseSignedWebhook(headers: Record<string, string | undefined>, rawBody: Buffer): DropReport | undefined;
  /** Closes the idle connections to the carrier. */
  close(): void;
}
