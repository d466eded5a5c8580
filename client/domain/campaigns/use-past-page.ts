import { useEffect } from 'react';
import type { ShownUrl } from '#client/kit/url-state.ts';
import type { ListUrl } from './list-url.ts';

/**
 * Leads from a page on which no campaign is left to the first page. Takes the address of a list and its query; returns whether
 * what it has is not of the address yet, so that its lack of rows means nothing.
 */
export function usePastPage(
  { shown, show }: { shown: Pick<ListUrl, 'after' | 'before'>; show: ShownUrl<ListUrl>['show'] },
  { isPlaceholderData, isEmpty }: { isPlaceholderData: boolean; isEmpty: boolean },
): boolean {
  const isPast = isEmpty && !isPlaceholderData && (shown.after !== '' || shown.before !== '');
  useEffect(() => {
    // A page of its own in the history would lead back to where nothing is.
    if (isPast) show({ page: 1 }, { replace: true });
  });
  return isEmpty && (isPlaceholderData || isPast);
}
