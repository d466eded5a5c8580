/**
 * Asks the payment provider about an object and stores the answer; `store` returns false where another process has
 * stored one since it read the revision. Twice is enough: whoever was faster the second time has asked after this call
 * began, so what is stored then is no older than the answer would be.
 */
export async function storeLatest(store: () => Promise<boolean>): Promise<void> {
  if (!(await store())) await store();
}
