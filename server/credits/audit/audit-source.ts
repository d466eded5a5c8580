/** An event that a record of another feature calls for. */
export interface ExpectedEvent {
  /** The key of its command. */
  key: string;
  /** The record that calls for it, for a person: `settlement c1:4`. */
  cause: string;
  /** False while a sweeper may still append the event, or find that it is not needed. */
  due: boolean;
  /** What the event must say, where the record knows it: credits (signed for `adjust`) or calls. */
  amount?: number;
  calls?: number;
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
}
