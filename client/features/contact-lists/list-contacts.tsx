import { SearchX, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { ContactListView } from '#shared/schemas/contact-lists.ts';
import { useTypedSearch } from '#client/app/use-typed-search.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useUrlState } from '#client/kit/url-state.ts';
import { SearchField } from '#client/ui/controls/search-field.tsx';
import { Card } from '#client/ui/display/card.tsx';
import { DataTable } from '#client/ui/display/data-table.tsx';
import { Pager } from '#client/ui/display/pager.tsx';
import { EmptyState, LoadError } from '#client/ui/display/states.tsx';
import { ChosenContacts, chooseContactColumn, type Chosen } from './chosen-contacts.tsx';
import { contactColumns } from './contact-columns.tsx';
import { contactsUrl } from './contacts-url.ts';
import { useListContacts } from './use-list-contacts.ts';

const ContactDialog = lazyWithPreload(() => import('./contact-dialog.tsx'));
const RemoveContactsDialog = lazyWithPreload(() => import('./remove-contacts-dialog.tsx'));
const PersonHistoryPanel = lazyWithPreload(() => import('./person-history.tsx'));

/** What is asked about a contact, or the removal of those that are chosen. */
type Asking = { what: 'correct' | 'remove' | 'history'; contact: ContactInput } | { what: 'remove chosen' };

/** The contacts of a list with search and paging. */
export function ListContacts({ list }: { list: ContactListView }) {
  const { shown: address, show } = useUrlState(contactsUrl);
  const { search } = address;
  const [asking, setAsking] = useState<Asking | null>(null);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const { shown, page, pages, setPage, ...query } = useListContacts(list, search);
  const typed = useTypedSearch(search, (search) => {
    setPage(1);
    show({ search });
  });
  const columns = contactColumns((what, contact) => {
    setAsking({ what, contact });
  });
  const close = () => {
    setAsking(null);
  };
  return (
    <Card aria-label="Contacts">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4">
        <SearchField className="sm:w-80" label="Search by name or number" maxLength={80} {...typed} />
        {shown.length > 0 && (
          <ChosenContacts
            chosen={chosen}
            shown={shown}
            onChange={setChosen}
            onRemove={() => {
              setAsking({ what: 'remove chosen' });
            }}
          />
        )}
      </div>
      <DataTable
        label={`Contacts of ${list.name}`}
        columns={[chooseContactColumn(chosen, setChosen), ...columns]}
        rows={shown}
        rowKey={(contact) => contact.recommended_phone}
        loading={query.isPending}
        empty={<NoContacts search={search} />}
      />
      {query.isError && <LoadError className="pb-6" busy={query.isFetching} onRetry={query.retry} />}
      {pages > 1 && (
        <Pager page={page} pages={pages} onPageChange={setPage} className="border-t border-line px-5 py-3" />
      )}
      <Suspense>
        {asking?.what === 'correct' && <ContactDialog list={list} contact={asking.contact} onClose={close} />}
        {asking?.what === 'remove' && (
          <RemoveContactsDialog
            list={list}
            contacts={[asking.contact]}
            onRemoved={() => {
              setChosen(new Map([...chosen].filter(([phone]) => phone !== asking.contact.recommended_phone)));
            }}
            onClose={close}
          />
        )}
        {asking?.what === 'remove chosen' && (
          <RemoveContactsDialog
            list={list}
            contacts={[...chosen.values()]}
            onRemoved={() => {
              setChosen(new Map());
            }}
            onClose={close}
          />
        )}
        {asking?.what === 'history' && <PersonHistoryPanel contact={asking.contact} onClose={close} />}
      </Suspense>
    </Card>
  );
}

function NoContacts({ search }: { search: string }) {
  return search === '' ? (
    <EmptyState icon={Users} title="Nobody is on this list" text="Add a contact to use the list again." />
  ) : (
    <EmptyState
      icon={SearchX}
      title="Nobody matches"
      text={`No name and no number on this list begins with “${search}”.`}
    />
  );
}
