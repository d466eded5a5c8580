import { FileClock } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { ListedDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
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
  const [deleted, setDeleted] = useState<ListedDraft | null>(null);
  const columns = useMemo(() => draftColumns(setDeleted), []);
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
