import { useRef } from 'react';
import { useArrival } from '#client/app/routing/use-arrival.ts';
import { ListDetail } from './list-detail.tsx';
import { ListsOverview } from './lists-overview.tsx';
import { usePageAddress } from './use-page-address.ts';

/** /contacts: the saved contact lists, or one of them, which is a place of its own. */
export default function ContactListsPage() {
  const { list } = usePageAddress();
  useArrival(list, useRef<string>(null));
  return list === '' ? <ListsOverview /> : <ListDetail key={list} id={list} />;
}
