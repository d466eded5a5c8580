import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import { AppError } from '#server/lib/errors.ts';
import type { ContactSource } from '#server/campaigns/contact-list/contact-source.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import { withSavedList } from './saved-list-source.ts';

/** The contacts of a request: sent with it, or those of a saved list. */
export interface NamedList {
  source: ContactSource | undefined;
  listId: string | undefined;
}

/**
 * Passes the contacts of a request to `use`, with the consent of the list if it is a saved one. Throws `AppError`
 * INVALID_INPUT unless there is exactly one of both, otherwise as `withSavedList`.
 */
export async function withNamedList<T>(
  deps: Pick<CampaignsDeps, 'savedLists' | 'spoolDir'>,
  userId: string,
  { source, listId }: NamedList,
  use: (source: ContactSource, consent: Consent | undefined) => Promise<T>,
): Promise<T> {
  if (source !== undefined && listId !== undefined)
    throw invalid('list_id', 'Send contacts or the id of a saved list, not both');
  if (source !== undefined) return use(source, undefined);
  if (listId === undefined) throw invalid('contacts', 'Send contacts, or the id of a saved list as list_id');
  return withSavedList(deps, { userId, listId }, ({ source: saved, consent }) => use(saved, consent));
}

function invalid(field: string, text: string): AppError {
  return new AppError('INVALID_INPUT', `${field}: ${text}`, { fields: { [field]: text } });
}
