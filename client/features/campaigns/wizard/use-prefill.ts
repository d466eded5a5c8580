import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '#client/app/trpc.ts';
import { useUrlState } from '#client/kit/url-state.ts';
import { toast } from '#client/ui/overlays/toast.tsx';
import { NotReplaceable, wizardUrl, loadPrefill, type Prefill } from './prefill.ts';

/**
 * Reads what the address asks a campaign to begin with: null for nothing, undefined until it is loaded, `refused` for a
 * campaign that cannot be replaced, which must not become a second one.
 */
export function usePrefill(): Prefill | 'refused' | null | undefined {
  const utils = trpc.useUtils();
  const { shown } = useUrlState(wizardUrl);
  // Of the first view: what is loaded later must not replace what was entered meanwhile.
  const [asked] = useState(shown);
  const isAsked = asked.list !== '' || asked.day !== '' || asked.like !== '' || asked.replace !== '';
  const { data, error: failure } = useQuery({
    queryKey: ['prefill', asked],
    // A refusal is an answer, which is not asked for again.
    queryFn: () => loadPrefill(utils, asked, new Date()).catch(refusalOf),
    enabled: isAsked,
    staleTime: Infinity,
    gcTime: 0,
  });
  const isRefused = data instanceof NotReplaceable;
  const error = isRefused ? data : failure;
  useEffect(() => {
    if (error === null) return;
    if (asked.replace === '')
      toast.error('What this campaign should begin with could not be loaded. Please fill it in.');
    else if (error instanceof NotReplaceable) toast.error(error.message);
    else toast.error('The campaign could not be loaded. Please try again.');
  }, [error, asked]);
  if (error !== null) return asked.replace === '' ? null : 'refused';
  return isAsked && !isRefused ? data : null;
}

function refusalOf(error: unknown): NotReplaceable {
  if (error instanceof NotReplaceable) return error;
  throw error;
}
