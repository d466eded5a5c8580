import type { Contact } from '#shared/contacts/contact-list.ts';
import type { ContactListDraft, ContactListView, CreateListOutput } from '#shared/schemas/contact-lists.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';

/** The contacts of a saved list as they are at one time. */
export interface OpenList {
  consent: Consent;
  /** The names of its own columns. */
  ownColumns: readonly string[];
  /** Yields the contacts by number, in batches. */
  contacts(): AsyncIterable<readonly Contact[]>;
  /** Returns whether the list is still as it was when it was opened. */
  isUnchanged(): Promise<boolean>;
}

/** The contacts of a list to save: what is asked of a `ContactSource` of the campaigns, which documents it. */
export interface ListSource {
  readonly digest: string;
  ownColumns(): Promise<readonly string[]>;
  check(message: string, known: undefined, columns: readonly string[]): Promise<number>;
  contacts(columns: readonly string[]): AsyncIterable<readonly Contact[]>;
  readonly warnings?: { list(): CreateListOutput['warnings'] } | undefined;
}

/** A list to save. */
export interface CreateListRequest {
  uid: string;
  draft: ContactListDraft;
  source: ListSource;
  idempotencyKey: string | undefined;
}

/** Saved lists, for campaigns that are made from them. */
export interface SavedLists {
  /**
   * Opens a list of a user. Throws `AppError` FORBIDDEN for another user's list, INVALID_INPUT for one that is deleted,
   * CONFLICT for one that is still being built.
   */
  open(userId: string, listId: string): Promise<OpenList>;
  /** Saves a list, once per Idempotency-Key; see `createList`. */
  save(request: CreateListRequest): Promise<CreateListOutput>;
}

/** Lists that became ready, for those who wait for it. */
export interface ReadyLists {
  /** Returns the lists of a user that became ready at `from` or later. */
  readySince(userId: string, from: Date): Promise<{ at: Date; view: ContactListView }[]>;
}

/** Schedules the work on lists. A job may run twice, also concurrently. */
export interface ListJobs {
  /** Continues to copy contacts into a list that is made from two others. */
  buildList(listId: string): Promise<void>;
}

/** The use cases behind the jobs. */
export interface ListHandlers {
  buildList(listId: string, control: { signal: AbortSignal; heartbeat(): Promise<void> }): Promise<void>;
}
