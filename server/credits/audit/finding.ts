/** Something the audit has to tell of one event, or of one that should be there. */
export interface Finding {
  streamId: string;
  /** Absent for an event that is not there and whose place nobody knows. */
  version?: number;
  key?: string;
  /**
   * altered: not as it was written · removed: it was there · inserted: the ledger did not write it · figures: it
   * carries figures that a replay does not reach · uncaused: no record calls for it · missing: a record calls for it ·
   * trouble: a record waits for a person.
   */
  kind: 'altered' | 'removed' | 'inserted' | 'figures' | 'uncaused' | 'missing' | 'trouble';
  text: string;
}

/** Whether two readings of a stream found the same. */
export function sameFinding(a: Finding, b: Finding): boolean {
  return a.kind === b.kind && a.version === b.version && a.key === b.key && a.text === b.text;
}
