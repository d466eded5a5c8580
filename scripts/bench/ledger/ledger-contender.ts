/** A ledger implementation: durably appends one event to an account in its own format. */
export interface LedgerContender {
  name: string;
  /** Much slower than the others, so it gets smaller portions. */
  slow: boolean;
  append(account: string): Promise<unknown>;
  close(): Promise<unknown>;
}
