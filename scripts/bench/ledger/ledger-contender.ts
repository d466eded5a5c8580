/** A way to keep accounts: appends one event of an account, durably and in its own form. */
export interface LedgerContender {
  name: string;
  /** Takes many times as long as the others, and so gets smaller portions. */
  slow: boolean;
  append(account: string): Promise<unknown>;
  close(): Promise<unknown>;
}
