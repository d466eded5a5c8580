import { FileClock } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { ListedDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { paths } from '#client/app/routing/paths.ts';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import { DataTable } from '#client/ui/display/data-table.tsx';
import { EmptyState, LoadError } from '#client/ui/display/states.tsx';
import { draftColumns } from './draft-columns.tsx';
import { useDrafts } from './use-drafts.ts';

const DeleteDraft = lazyWithPreload(() => import('./delete-draft.tsx'));

/** The unfinished campaigns of the user; each opens the wizard. */
export function DraftList() {
  const list = useDrafts();
  const [deleted, setDeleted] = useState<ListedDraft | null>(null);
  const columns = useMemo(() => draftColumns(setDeleted), []);
  return (
    <>
      <DataTable
        label="Drafts"
        columns={columns}
        rows={list.data ?? []}
        opens
        rowKey={({ id }) => id}
        loading={list.isPending}
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
      {list.isError && (
        <LoadError className="pb-6" busy={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      <Suspense>
        {deleted !== null && (
          <DeleteDraft
            draft={deleted}
            onClose={() => {
              setDeleted(null);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
