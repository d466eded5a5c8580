import { useEffect, type Dispatch } from 'react';
import { trpc } from '#client/app/trpc.ts';
import type { WizardAction, WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';

/** Reports a chosen voice that the library no longer has: a draft may remember one, or it was deleted elsewhere. */
export function useDeletedVoice(
  { form: { voiceId }, publishing }: WizardState,
  dispatch: Dispatch<WizardAction>,
): void {
  const { data } = trpc.voices.list.useQuery(undefined, { enabled: voiceId !== null });
  const isDeleted = voiceId !== null && data !== undefined && !data.voices.some(({ vid }) => vid === voiceId);
  useEffect(() => {
    if (isDeleted && !publishing) dispatch({ type: 'voiceGone' });
  }, [isDeleted, publishing, dispatch]);
}
