import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '#client/app/trpc.ts';
import { useUrlState } from '#client/kit/url-state.ts';
import { toast } from '#client/ui/overlays/toast.tsx';
import { wizardUrl, loadPrefill, type Prefill } from './prefill.ts';

/** Reads what the address asks a campaign to begin with: null for nothing, undefined until it is loaded. */
export function usePrefill(): Prefill | null | undefined {
  const utils = trpc.useUtils();
  const { shown } = useUrlState(wizardUrl);
  // Of the first view: what is loaded later must not replace what was entered meanwhile.
  const [asked] = useState(shown);
  const isAsked = asked.list !== '' || asked.like !== '';
  const { data, isError } = useQuery({
    queryKey: ['prefill', asked],
    queryFn: () => loadPrefill(utils, asked),
    enabled: isAsked,
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => {
    if (isError) toast.error('What this campaign should begin with could not be loaded. Please fill it in.');
  }, [isError]);
  return isAsked && !isError ? data : null;
}
