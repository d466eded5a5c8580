import { useRef } from 'react';
import { useArrival } from '#client/app/routing/use-arrival.ts';
import { useUrlState } from '#client/kit/url-state.ts';
import { contactsUrl } from './contacts-url.ts';
import { ListDetail } from './list-detail.tsx';
import { ListsOverview } from './lists-overview.tsx';

/** /contacts: the saved contact lists, or one of them, which is a place of its own. */
export default function ContactListsPage() {
  const { list } = useUrlState(contactsUrl).shown;
  useArrival(list, useRef<string>(null));
  return list === '' ? <ListsOverview /> : <ListDetail key={list} id={list} />;
}
