import { useEffect, useRef } from 'react';
import { arrive } from '#client/app/routing/arrive.ts';
import { ListDetail } from './list-detail.tsx';
import { ListsOverview } from './lists-overview.tsx';
import { usePageAddress } from './use-page-address.ts';

/** /contacts: the saved contact lists, or one of them, which is a place of its own. */
export default function ContactListsPage() {
  const { list } = usePageAddress();
  const lastRef = useRef(list);
  useEffect(() => {
    if (lastRef.current !== list) arrive();
    lastRef.current = list;
  }, [list]);
  return list === '' ? <ListsOverview /> : <ListDetail key={list} id={list} />;
}
