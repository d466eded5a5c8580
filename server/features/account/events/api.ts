import type { AccountEventType } from '#shared/schemas/account/account-events.ts';
import type { Client } from '#server/platform/trpc/context.ts';

/** Something that happened to an account. */
export interface AccountEvent {
  uid: string;
  type: AccountEventType;
  /** Where it came from; absent for what Hark or its support did. */
  client?: Pick<Client, 'network' | 'userAgent'> | undefined;
  /** What it concerns, in words that the owner may read, such as the name of a key: no secret, no address. */
  detail?: Readonly<Record<string, string>> | undefined;
  /** Events of a user with the same type and key are one event. */
  key?: string | undefined;
}

/** The history of accounts. */
export interface AccountEvents {
  /**
   * Records an event. Of `sign_in_failed`, the events of an hour become one with a count. A failure is logged and does
   * not reject, except for the types that must be on record before their action is taken: exports, deletions and what
   * support does.
   */
  record(event: AccountEvent): Promise<void>;
}
