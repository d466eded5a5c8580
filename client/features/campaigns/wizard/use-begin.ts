import { useEffect, useEffectEvent, useRef, useState, type Dispatch } from 'react';
import type { Draft } from '#client/features/campaigns/draft/draft-store.ts';
import type { DraftOffer } from '#client/features/campaigns/draft/use-draft.ts';
import type { Prefill } from './prefill.ts';
import { isReturn } from './wizard-history.ts';
import type { WizardAction } from './wizard-state.ts';

/**
 * Returns what begins a campaign, once with the prefill; the offered draft stays where it is. A prefill begins at once, unless
 * that draft may have begun with it: after a reload or a new sign-in, or if it is for the same replacement or list.
 */
export function useBegin(
  prefill: Prefill | null,
  { offered, startNew }: Pick<DraftOffer, 'offered' | 'startNew'>,
  dispatch: Dispatch<WizardAction>,
): () => void {
  const isUsed = useRef(false);
  const [isAsked] = useState(() => offered !== null && prefill !== null && mayBeOf(offered, prefill));
  const begin = () => {
    startNew();
    dispatch(isUsed.current || prefill === null ? { type: 'continued' } : { type: 'started', ...prefill });
    isUsed.current = true;
  };
  const beginAtOnce = useEffectEvent(() => {
    if (prefill !== null && !isUsed.current && !isAsked) begin();
  });
  useEffect(() => {
    beginAtOnce();
  }, []);
  return begin;
}

/** Whether a draft may have begun with a prefill. One that duplicates a campaign or has a day alone leaves no trace of it. */
function mayBeOf(draft: Draft, { form, list, replaces }: Prefill): boolean {
  if (isReturn()) return true;
  if (replaces !== null) return draft.replaces?.id === replaces.id;
  return list !== null && form.name === undefined && draft.list?.id === list.id;
}
