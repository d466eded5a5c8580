import { Plus, Upload } from 'lucide-react';
import { Suspense } from 'react';
import { lazyOnDemand, lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { PageHeader } from '#client/ui/display/page-header.tsx';
import { Skeleton } from '#client/ui/display/states.tsx';
import { SuppressionList } from './suppression-list.tsx';
import { listSummary } from './suppression-text.ts';
import { useSuppressions } from './use-suppressions.ts';

const OptOutsCard = lazyOnDemand(() => import('./opt-outs/opt-outs-card.tsx'));
const AddNumberDialog = lazyWithPreload(() => import('./add-number-dialog.tsx'));
const ImportDialog = lazyWithPreload(() => import('./import-dialog.tsx'));
const RemoveNumberDialog = lazyWithPreload(() => import('./remove-number-dialog.tsx'));

const DIALOGS = { add: AddNumberDialog, import: ImportDialog, remove: RemoveNumberDialog };

/** /do-not-call: the numbers that the user's campaigns never call. */
export default function DoNotCallPage() {
  const { dialog, ask } = useDialog(DIALOGS);
  const list = useSuppressions();
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Do Not Call List"
        text={list.total === undefined ? '\u00a0' : listSummary(list.total)}
        className="mb-3"
        actions={
          <>
            <Button
              variant="secondary"
              icon={Upload}
              onClick={() => {
                ask('import');
              }}
            >
              Import Numbers
            </Button>
            <Button
              icon={Plus}
              onClick={() => {
                ask('add');
              }}
            >
              Add Number
            </Button>
          </>
        }
      />
      <SuppressionList
        list={list}
        onRemove={(number) => {
          ask('remove', { number });
        }}
      />
      {/* Below a list of unknown height, so that it moves nothing and is not moved. */}
      {!list.query.isPending && (
        <Suspense fallback={<Skeleton className="h-64 rounded-card" />}>
          <OptOutsCard />
        </Suspense>
      )}
      {dialog}
    </div>
  );
}
