import { Suspense, type Dispatch, type ReactNode } from 'react';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { Skeleton } from '#client/ui/display/states.tsx';
import { ChosenFile } from './chosen-file.tsx';
import { DropZone } from './drop-zone.tsx';
import { WRONG_FILE, type FileImport, type ImportAction } from './import-state.ts';

interface ImportFileProps {
  upload: FileImport;
  isMatching: boolean;
  dispatch: Dispatch<ImportAction>;
  /** Further actions beside Browse. */
  actions: ReactNode;
}

const ColumnMatcher = lazyWithPreload(() => import('./column-matcher.tsx'));

/** The choice of a contact file, what was found in it, and how its columns are matched. */
export function ImportFile({ upload, isMatching, dispatch, actions }: ImportFileProps) {
  const header = upload.status === 'rejected' || upload.status === 'ready' ? upload.header : null;
  return (
    <>
      <DropZone
        actions={actions}
        onFile={(file) => {
          dispatch({ type: 'fileChosen', file });
        }}
        onWrongFile={() => {
          dispatch({ type: 'modalOpened', modal: { kind: 'field', message: WRONG_FILE } });
        }}
      />
      <ChosenFile upload={upload} dispatch={dispatch} />
      {isMatching && header !== null && upload.status !== 'none' && (
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          <ColumnMatcher header={header} mapping={upload.reading.mapping} dispatch={dispatch} />
        </Suspense>
      )}
    </>
  );
}
