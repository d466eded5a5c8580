import type {
  RequestSource,
  SuppressionRemovalView,
  SuppressionView,
} from '#shared/schemas/calling/suppressions.ts';

/** Numbers that a user's campaigns never call: those on the user's list, and on the operator's for all users. */
export interface DoNotCallList {
  /** Returns which of these numbers must not be called; one index lookup. */
  among(userId: string, phones: readonly string[]): Promise<ReadonlySet<string>>;
  /** Adds the number of a person who asked not to be called, durably and idempotently; known numbers too. */
  addRequested(request: { userId: string; phone: string; source: RequestSource }): Promise<void>;
  /** Adds numbers that the carrier reported for a campaign, durably and idempotently. */
  addReported(report: { userId: string; campaignName: string; phones: readonly string[] }): Promise<void>;
}

/** A number that was added to a list. Those of one batch of an import are one event for integrators. */
export interface AddedNumber {
  id: string;
  batch?: string | undefined;
  view: SuppressionView;
}

/** A removal from a list. `isListed`: the entry is still there, as the process that was removing it died before it did. */
export interface RemovedNumber {
  id: string;
  isListed: boolean;
  view: SuppressionRemovalView;
}

/** Finds what was added to the lists of users, and removed from them. */
export interface ChangedNumbers {
  /** Returns the numbers that were added at or after `from`, oldest first. */
  addedSince(userId: string, from: Date, limit: number): Promise<AddedNumber[]>;
  /** Returns the removals at or after `from`, oldest first. */
  removedSince(userId: string, from: Date, limit: number): Promise<RemovedNumber[]>;
}
