import { useEffect, type Dispatch } from 'react';
import { errorStatus, trpc } from '#client/app/trpc.ts';
import type { ChosenList } from './wizard-form.ts';
import type { WizardAction, WizardState } from './wizard-state.ts';

/** Dispatches `listChanged` if the chosen list is not as it was when it was chosen, for example since the draft was saved. */
export function useChangedList(
  { upload, publishing }: Pick<WizardState, 'upload' | 'publishing'>,
  dispatch: Dispatch<WizardAction>,
): void {
  const chosen = upload.status === 'list' ? upload.list : null;
  const { data, error } = trpc.contactLists.get.useQuery(
    { id: chosen?.id ?? '' },
    { enabled: chosen !== null && !publishing, staleTime: 0 },
  );
  const isDeleted = errorStatus(error) === 404;
  const now = data?.list;
  const isChanged = now !== undefined && chosen !== null && factsOf(now) !== factsOf(chosen);
  useEffect(() => {
    if (isDeleted) dispatch({ type: 'listChanged', list: null });
    else if (isChanged) dispatch({ type: 'listChanged', list: now });
  }, [isDeleted, isChanged, now, dispatch]);
}

function factsOf({ id, name, size, columns, own_columns }: ChosenList): string {
  return JSON.stringify([id, name, size, columns, own_columns]);
}
