import type { CallFilter } from '#shared/schemas/campaigns/call-query.ts';
import type { ListedContact } from '../contacts/present-contact.ts';
import { searchBranches } from './call-search.ts';

/** Returns a test whether a call matches a filter, as the pages of calls do. */
export function callMatcher({ status, reason, search = '' }: CallFilter): (call: ListedContact) => boolean {
  const branches = search === '' ? undefined : searchBranches(search);
  return (call) =>
    (status === undefined || call.status === status) &&
    (reason === undefined || call.reason_code === reason) &&
    (branches === undefined || branches.some(({ matches }) => matches(searched(call))));
}

function searched({ recommended_phone: phone, first_name, last_name }: ListedContact) {
  return { phone, fields: { first_name, last_name } };
}
