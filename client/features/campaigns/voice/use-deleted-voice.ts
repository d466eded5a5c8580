import { useEffect, type Dispatch } from 'react';
import { trpc } from '#client/app/trpc.ts';
import type { WizardAction, WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';

/** Dispatches `voiceDeleted` if the chosen voice was deleted, for example since the draft was saved. */
export function useDeletedVoice(
  { form: { voiceId }, publishing }: WizardState,
  dispatch: Dispatch<WizardAction>,
): void {
  const { data } = trpc.voices.list.useQuery(undefined, { enabled: voiceId !== null });
  const isDeleted = voiceId !== null && data !== undefined && !data.voices.some(({ vid }) => vid === voiceId);
  useEffect(() => {
    if (isDeleted && !publishing) dispatch({ type: 'voiceDeleted' });
  }, [isDeleted, publishing, dispatch]);
}
