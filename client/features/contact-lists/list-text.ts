import { BASIS_NAMES } from '#shared/calling/consent-basis.ts';
import { formatCount } from '#shared/formats.ts';
import type { ContactListView, ListOperation } from '#shared/schemas/contact-lists.ts';

/** Names of the ways to combine two lists. */
export const OPERATION_NAMES: Readonly<Record<ListOperation, string>> = {
  union: 'Everybody on either list',
  subtract: 'The first list without the second',
  intersect: 'Only people on both lists',
};

/** Returns the line below the heading of the page. */
export function listsSummary(lists: readonly ContactListView[]): string {
  if (lists.length === 0) return 'Lists of people that you call more than once.';
  const contacts = lists.reduce((sum, { size }) => sum + size, 0);
  return `${formatCount(lists.length, 'list')} with ${formatCount(contacts, 'contact')}.`;
}

/** Returns why the people on a list may be called. */
export function consentText({ consent }: Pick<ContactListView, 'consent'>): string {
  return consent.own_words ?? BASIS_NAMES[consent.basis];
}

/** Returns the lists whose name contains a text, whatever the case. */
export function matchingLists(lists: readonly ContactListView[], search: string): ContactListView[] {
  const text = search.trim().toLowerCase();
  return lists.filter(({ name }) => name.toLowerCase().includes(text));
}
