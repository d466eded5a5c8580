import { useEffect, type Dispatch } from 'react';
import { trpc } from '#client/app/trpc.ts';
import type { WizardAction, WizardState } from './wizard-state.ts';

/**
 * Dispatches `voiceDeleted` if the chosen voice was deleted, for example since the draft was saved: it is missing from the voices
 * also when they are asked for again, as it may be newer than those that are loaded.
 */
export function useDeletedVoice(
  { form: { voiceId }, publishing }: WizardState,
  dispatch: Dispatch<WizardAction>,
): void {
  const { data, refetch } = trpc.voices.list.useQuery(undefined, { enabled: voiceId !== null });
  const isMissing = data !== undefined && !hasVoice(data, voiceId);
  useEffect(() => {
    if (voiceId === null || !isMissing || publishing) return undefined;
    let isCurrent = true;
    void refetch().then(({ data: voices, isSuccess }) => {
      if (isCurrent && isSuccess && !hasVoice(voices, voiceId)) dispatch({ type: 'voiceDeleted' });
    });
    return () => {
      isCurrent = false;
    };
  }, [isMissing, voiceId, publishing, refetch, dispatch]);
}

function hasVoice({ voices }: { voices: readonly { vid: string }[] }, voiceId: string | null): boolean {
  return voices.some(({ vid }) => vid === voiceId);
}
