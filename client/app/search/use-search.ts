import { keepPreviousData } from '@tanstack/react-query';
import { readPhone } from '#shared/contacts/phone-number.ts';
import { formatCount, formatPhone } from '#shared/formats.ts';
import { MAX_NAME_LENGTH } from '#shared/limits.ts';
import { paths } from '../routing/paths.ts';
import { trpc } from '../trpc.ts';
import { useSettled } from '../use-settled.ts';
import { matching, placesFor, type Found } from './found.ts';

/** The most results of each kind. */
const MOST = 5;
/** How long a person may pause while typing, in milliseconds. */
const TYPING_MS = 200;

/** Results of one kind. */
export interface FoundGroup {
  name: string;
  found: readonly Found[];
}

interface Search {
  groups: FoundGroup[];
  /** Whether some results are loading. */
  isPending: boolean;
  isError: boolean;
  /** Whether `groups` is all that is found for the typed text, not for the text before it. */
  isCurrent: boolean;
}

/** Searches campaigns, numbers, lists and voices of the user, pages and actions. */
export function useSearch(typed: string): Search {
  const wanted = typed.trim().slice(0, MAX_NAME_LENGTH);
  const search = useSettled(wanted, TYPING_MS);
  const isAsked = search !== '';
  const phone = isAsked ? readPhone(search) : undefined;
  const campaigns = trpc.campaigns.group.useQuery(
    { search, sort: 'recent', limit: MOST },
    { enabled: isAsked, placeholderData: keepPreviousData },
  );
  const person = trpc.contactLists.history.useQuery({ phone: phone ?? '' }, { enabled: phone !== undefined });
  const lists = trpc.contactLists.list.useQuery(undefined, { enabled: isAsked });
  const voices = trpc.voices.list.useQuery(undefined, { enabled: isAsked });
  const queries = isAsked ? [campaigns, lists, voices, ...(phone === undefined ? [] : [person])] : [];
  const named = (all: readonly Found[]) => matching(all, search).slice(0, MOST);
  const own: FoundGroup[] = [
    { name: 'Campaigns', found: (campaigns.data?.campaigns ?? []).map(ofCampaign) },
    { name: 'People', found: phone === undefined ? [] : ofNumber(phone, person.data?.campaigns ?? []) },
    { name: 'Lists', found: named((lists.data?.lists ?? []).map(ofList)) },
    { name: 'Voices', found: named((voices.data?.voices ?? []).map(ofVoice)) },
  ];
  const groups = [...(isAsked ? own : []), { name: 'Pages and actions', found: placesFor(search) }];
  const isPending = queries.some((query) => query.isPending);
  return {
    groups: groups.filter(({ found }) => found.length > 0),
    isPending,
    isError: queries.some(({ isError }) => isError),
    isCurrent: wanted === search && !isPending && !queries.some(({ isPlaceholderData }) => isPlaceholderData),
  };
}

function ofCampaign({ name, status_message }: { name: string; status_message: string }): Found {
  return { label: name, href: paths.analyticsDetails(name), hint: status_message };
}

function ofList({ id, name, size }: { id: string; name: string; size: number }): Found {
  return { label: name, href: paths.contactList(id), hint: formatCount(size, 'contact') };
}

function ofVoice({ title }: { title: string }): Found {
  return { label: title, href: paths.myVoice };
}

function ofNumber(phone: string, campaigns: readonly { name: string }[]): Found[] {
  return [
    ...campaigns.slice(0, MOST).map(({ name }) => ({
      label: `${formatPhone(phone)} in ${name}`,
      href: paths.callsTo(name, phone),
      hint: 'Call',
    })),
    { label: `Stop calling ${formatPhone(phone)}`, href: paths.doNotCallOf(phone), hint: 'Do Not Call' },
  ];
}
