/** An event that a record of another feature requires. */
export interface ExpectedEvent {
  /** The key of its command. */
  key: string;
  /** The record that requires it, for display: `settlement c1:4`. */
  cause: string;
  /** False while a sweeper may still append the event or discard it. */
  due: boolean;
  /** When the record was created. One that is not due is still reported once it is an hour old. */
  since?: Date;
  /** The expected credits (signed for `adjust`) or calls, if the record has them. */
  amount?: number;
  calls?: number;
}

/** The calls that a campaign must hold at the end of the stream. */
export interface ExpectedHold {
  campaignId: string;
  cause: string;
  /** False while the campaign is being changed. */
  due: boolean;
  calls: number;
}

/** Records read at a time: without a limit the driver holds 16 MB of them, several times that as objects. */
export const RECORDS_AT_A_TIME = 1_000;

/**
 * The records of one feature that cause credit events: invoices, campaigns, settlements, corrections. The audit compares
 * both ways: every record must have its event, and every event its record.
 */
export interface AuditSource {
  name: string;
  /** Whether an event with this key must be caused by one of these records. */
  explains(key: string): boolean;
  /** The events that the records of a stream require. A record is written before its event and marked done after it. */
  expectedEvents(streamId: string): AsyncIterable<ExpectedEvent>;
  /** Returns those of the keys, which it explains, that one of the records may have caused. */
  causing(streamId: string, keys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Problems that support must resolve, as sentences. */
  troubles?(streamId: string): AsyncIterable<string>;
  /** The holds that campaigns require; only for the source of campaigns. */
  expectedHolds?(streamId: string): AsyncIterable<ExpectedHold>;
}
