/** A discrepancy found by the audit, of an event or of a missing event. */
export interface Finding {
  streamId: string;
  /** Absent for a missing event of unknown position. */
  version?: number;
  key?: string;
  /**
   * altered: changed after it was written · removed: deleted · inserted: not written by the ledger · figures: its stored
   * state differs from a replay · uncaused: no record requires it · missing: a record requires it · trouble: for support.
   */
  kind: 'altered' | 'removed' | 'inserted' | 'figures' | 'uncaused' | 'missing' | 'trouble';
  text: string;
}

/** Whether two findings of the same stream are equal. */
export function sameFinding(a: Finding, b: Finding): boolean {
  return a.kind === b.kind && a.version === b.version && a.key === b.key && a.text === b.text;
}
