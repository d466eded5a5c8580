import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUrlState } from '#client/kit/url-state.ts';
import { toast } from '#client/ui/overlays/toast.tsx';
import type { Draft } from '#client/features/campaigns/draft/draft-store.ts';
import { loadDraft } from '#client/features/campaigns/draft/open-draft.ts';
import { wizardUrl } from './prefill.ts';

/** Reads the draft that the address names: null for none, undefined until it is loaded, `gone` if it cannot be opened. */
export function useOpenedDraft(uid: string): Draft | 'gone' | null | undefined {
  const { shown } = useUrlState(wizardUrl);
  // Of the first view: the draft of a visit that has ended is not looked for again.
  const [id] = useState(shown.draft);
  const { data, error } = useQuery({
    queryKey: ['draft', uid, id],
    queryFn: () => loadDraft(uid, id),
    enabled: id !== '',
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => {
    if (error !== null) toast.error('The draft could not be loaded. Please try again.');
    else if (data === null) toast.error('That draft was published or deleted.');
  }, [error, data]);
  if (id === '') return null;
  return error !== null || data === null ? 'gone' : data;
}
