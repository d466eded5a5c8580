/** An event that a record of another feature calls for. */
export interface ExpectedEvent {
  /** The key of its command. */
  key: string;
  /** The record that calls for it, for a person: `settlement c1:4`. */
  cause: string;
  /** False while a sweeper may still append the event, or find that it is not needed. */
  due: boolean;
  /** When the record was made. One that is not due is a difference all the same once it is an hour old. */
  since?: Date;
  /** What the event must say, where the record knows it: credits (signed for `adjust`) or calls. */
  amount?: number;
  calls?: number;
}

/** What a campaign must hold at the end of the stream, where its record says so. */
export interface ExpectedHold {
  campaignId: string;
  cause: string;
  /** False while the campaign is being changed. */
  due: boolean;
  calls: number;
}

/**
 * The records of one feature that cause credit events: invoices, preparation steps, settlements, corrections. The
 * audit asks both ways: every record must have its event, every event its record (design §3).
 */
export interface AuditSource {
  name: string;
  /** Whether an event under this key must have its cause among these records. */
  explains(key: string): boolean;
  /** What the records of one stream call for. A record is written before its event and marked done after it. */
  expectedEvents(streamId: string): AsyncIterable<ExpectedEvent>;
  /** For records that do not name each of their events: whether one of them may have caused this. */
  mayCause?(key: string): Promise<boolean>;
  /** What only a person can put right, as sentences. */
  troubles?(streamId: string): AsyncIterable<string>;
  /** What campaigns hold; for the source that knows campaigns. */
  expectedHolds?(streamId: string): AsyncIterable<ExpectedHold>;
}
