/** A time range, both ends included: only events and records of it are checked, and nothing is read after it. */
export interface AuditRange {
  since?: Date | undefined;
  until?: Date | undefined;
}

/** Whether a time is in a range. */
export function isWithin(at: Date, { since, until }: AuditRange): boolean {
  return (since === undefined || at >= since) && (until === undefined || at <= until);
}
