import { SearchX, Users } from 'lucide-react';
import { useState } from 'react';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { MAX_REMOVED, type ContactListView } from '#shared/schemas/contact-lists.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { chooseColumn, type Chosen } from '#client/kit/choose-column.tsx';
import { ListCard } from '#client/kit/list-card.tsx';
import { TypedSearch } from '#client/kit/typed-search.tsx';
import { useUrlState } from '#client/kit/url-state.ts';
import { EmptyState } from '#client/ui/display/states.tsx';
import { ChosenContacts } from './chosen-contacts.tsx';
import { contactColumns, nameOf } from './contact-columns.tsx';
import { contactsUrl } from './contacts-url.ts';
import { useListContacts } from './use-list-contacts.ts';

const ContactDialog = lazyWithPreload(() => import('./contact-dialog.tsx'));
const RemoveContactsDialog = lazyWithPreload(() => import('./remove-contacts-dialog.tsx'));
const PersonHistoryPanel = lazyWithPreload(() => import('./person-history.tsx'));

const DIALOGS = { correct: ContactDialog, remove: RemoveContactsDialog, history: PersonHistoryPanel };

/** The contacts of a list with search and paging. */
export function ListContacts({ list }: { list: ContactListView }) {
  const address = useUrlState(contactsUrl);
  const { search } = address.shown;
  const { dialog, ask } = useDialog(DIALOGS);
  const [chosen, setChosen] = useState<Chosen<ContactInput>>(new Map());
  const { query, rows, pager } = useListContacts(list, search);
  const remove = (contacts: readonly ContactInput[]) => {
    const removed = new Set(contacts.map(({ recommended_phone: phone }) => phone));
    ask('remove', {
      list,
      contacts,
      onRemoved: () => {
        setChosen(new Map([...chosen].filter(([phone]) => !removed.has(phone))));
      },
    });
  };
  const columns = contactColumns((what, contact) => {
    if (what === 'remove') remove([contact]);
    else if (what === 'correct') ask('correct', { list, contact });
    else ask('history', { contact });
  });
  return (
    <>
      <ListCard
        name="Contacts"
        label={`Contacts of ${list.name}`}
        search={
          <TypedSearch
            className="sm:w-80"
            label="Search by name or number"
            maxLength={80}
            address={address}
          />
        }
        actions={
          rows.length > 0 && (
            <ChosenContacts
              chosen={chosen}
              shown={rows}
              onChange={setChosen}
              onRemove={() => {
                remove([...chosen.values()]);
              }}
            />
          )
        }
        query={query}
        columns={[
          chooseColumn({
            header: 'Choose',
            most: MAX_REMOVED,
            keyOf: ({ recommended_phone: phone }) => phone,
            nameOf,
            chosen,
            onChange: setChosen,
          }),
          ...columns,
        ]}
        rows={rows}
        rowKey={(contact) => contact.recommended_phone}
        pager={pager}
        empty={<NoContacts search={search} />}
      />
      {dialog}
    </>
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
