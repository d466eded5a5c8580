import { FileClock } from 'lucide-react';
import { useMemo } from 'react';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { paths } from '#client/app/routing/paths.ts';
import { List } from '#client/kit/list-card.tsx';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import { EmptyState } from '#client/ui/display/states.tsx';
import { draftColumns } from './draft-columns.tsx';
import { useDrafts } from './use-drafts.ts';

const DeleteDraft = lazyWithPreload(() => import('./delete-draft.tsx'));

/** The unfinished campaigns of the user; each opens the wizard. */
export function DraftList() {
  const list = useDrafts();
  const { dialog, ask } = useDialog({ delete: DeleteDraft });
  const columns = useMemo(
    () =>
      draftColumns((draft) => {
        ask('delete', { draft });
      }),
    [ask],
  );
  return (
    <>
      <List
        opens
        label="Drafts"
        query={list}
        columns={columns}
        rows={list.data ?? []}
        rowKey={({ id }) => id}
        empty={
          list.isError ? null : (
            <EmptyState
              icon={FileClock}
              title="No drafts"
              text="A campaign that you leave before it is published is kept here."
              action={
                <ButtonLink variant="secondary" href={paths.campaign}>
                  Create Campaign
                </ButtonLink>
              }
            />
          )
        }
      />
      {dialog}
    </>
  );
}
