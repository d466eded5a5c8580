/** Numbers that a user's campaigns never call. */
export interface DoNotCallList {
  /** Returns which of these numbers are on the list; one index lookup. */
  among(userId: string, phones: readonly string[]): Promise<ReadonlySet<string>>;
  /** Adds numbers that the carrier reported for a campaign, durably and idempotently. */
  addReported(report: { userId: string; campaignName: string; phones: readonly string[] }): Promise<void>;
}
