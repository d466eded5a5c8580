import { ListDetail } from './list-detail.tsx';
import { ListsOverview } from './lists-overview.tsx';
import { usePageAddress } from './use-page-address.ts';

/** /contacts: the saved contact lists, or one of them. */
export default function ContactListsPage() {
  const { list } = usePageAddress();
  return list === '' ? <ListsOverview /> : <ListDetail key={list} id={list} />;
}
