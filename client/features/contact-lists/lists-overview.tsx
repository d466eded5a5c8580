import { Combine, BookUser, SearchX, Upload } from 'lucide-react';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { ListCard } from '#client/kit/list-card.tsx';
import { TypedSearch } from '#client/kit/typed-search.tsx';
import { useUrlState } from '#client/kit/url-state.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';
import { EmptyState } from '#client/ui/display/states.tsx';
import { contactsUrl } from './contacts-url.ts';
import { LIST_COLUMNS } from './list-columns.tsx';
import { listsSummary, matchingLists } from './list-text.ts';

const UploadListDialog = lazyWithPreload(() => import('./upload-list-dialog.tsx'));
const CombineDialog = lazyWithPreload(() => import('./combine-dialog.tsx'));

const DIALOGS = { upload: UploadListDialog, combine: CombineDialog };

/** How often a list that is built is asked for again, in milliseconds. */
const BUILDING_MS = 1_500;

/** All saved contact lists. */
export function ListsOverview() {
  const { dialog, ask } = useDialog(DIALOGS);
  const address = useUrlState(contactsUrl);
  const { search } = address.shown;
  const query = trpc.contactLists.list.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.lists.some(({ status }) => status === 'building') === true ? BUILDING_MS : false,
  });
  const { data, isPending, isError } = query;
  const lists = data?.lists ?? [];
  const upload = () => {
    ask('upload');
  };
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Contacts"
        text={
          <>
            {data !== undefined && `${listsSummary(lists)} `}
            <TextLink href={paths.helpFiles}>What a file needs</TextLink>
          </>
        }
        className="mb-3"
        actions={
          <>
            <Button
              variant="secondary"
              icon={Combine}
              disabled={lists.length < 2}
              onClick={() => {
                ask('combine');
              }}
            >
              Combine Lists
            </Button>
            <Button icon={Upload} onClick={upload}>
              Upload List
            </Button>
          </>
        }
      />
      <ListCard
        label="Contact lists"
        search={
          (lists.length > 0 || isPending) && (
            <TypedSearch className="sm:w-80" label="Search lists by name" maxLength={80} address={address} />
          )
        }
        query={query}
        columns={LIST_COLUMNS}
        rows={matchingLists(lists, search)}
        rowKey={({ id }) => id}
        empty={
          lists.length > 0 ? (
            <EmptyState icon={SearchX} title="No list matches" text={`No list is named “${search}”.`} />
          ) : (
            <NoLists isError={isError} onUpload={upload} />
          )
        }
      />
      {dialog}
    </div>
  );
}

function NoLists({ isError, onUpload }: { isError: boolean; onUpload: () => void }) {
  return (
    <EmptyState
      icon={BookUser}
      title="No contact lists yet"
      text="Save the people you call more than once, and start each campaign without uploading a file."
      action={
        !isError && (
          <Button variant="secondary" icon={Upload} onClick={onUpload}>
            Upload List
          </Button>
        )
      }
    />
  );
}
