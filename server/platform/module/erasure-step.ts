/** The account that is being erased. `email` is absent in the last pass, after the address is erased too. */
export interface ErasedAccount {
  uid: string;
  streamId: string;
  email: string | undefined;
}

/**
 * Erases one kind of data of a closed account. Repeatable. Returns false if something has to wait (a call at the carrier,
 * an upload that may still arrive); it is called again later then.
 */
export interface ErasureStep {
  name: string;
  /** It is done before the request to delete the account has its response, as what ends an access is. */
  atOnce?: true;
  erase(account: ErasedAccount): Promise<boolean>;
}

/** Returns a step with which nothing has to wait. */
export function erases(name: string, work: (account: ErasedAccount) => Promise<void>): ErasureStep {
  return {
    name,
    async erase(account) {
      await work(account);
      return true;
    },
  };
}
