import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import { invalidParameter } from '#server/platform/lib/errors.ts';
import type { ContactSource } from '#server/features/campaigns/contact-list/contact-source.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { withSavedList } from './saved-list-source.ts';

/** The contacts of a request: sent with it, or those of a saved list. */
export interface NamedList {
  source: ContactSource | undefined;
  listId: string | undefined;
}

/** Returns the list that a request names. Throws `AppError` INVALID_INPUT unless there is exactly one. */
export function namedList({
  source,
  listId,
}: NamedList): { source: ContactSource } | { source: undefined; listId: string } {
  if (source !== undefined && listId !== undefined)
    throw invalidParameter('list_id', 'Send contacts or the id of a saved list, not both');
  if (source !== undefined) return { source };
  if (listId === undefined)
    throw invalidParameter('contacts', 'Send contacts, or the id of a saved list as list_id');
  return { source, listId };
}

/**
 * Passes the contacts of a request to `use`, with the consent of the list if it is a saved one. Throws as `namedList` and
 * `withSavedList`.
 */
export async function withNamedList<T>(
  deps: Pick<CampaignsDeps, 'savedLists' | 'spool'>,
  userId: string,
  list: NamedList,
  use: (source: ContactSource, consent: Consent | undefined) => Promise<T>,
): Promise<T> {
  const named = namedList(list);
  if (named.source !== undefined) return use(named.source, undefined);
  return withSavedList(deps, { userId, listId: named.listId }, ({ source, consent }) => use(source, consent));
}
