import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { detailsHref, readDetailsUrl, type DetailsUrl } from './details-url.ts';

export interface ShownDetails {
  shown: DetailsUrl;
  /** Returns the address with some changes. */
  hrefOf: (change: Partial<DetailsUrl>) => string;
  /** Goes there. `replace` leaves no step to go back to. */
  show: (change: Partial<DetailsUrl>, options?: { replace?: boolean }) => void;
  /** Goes back to the list, by the step that opened the call if there is one. */
  closeCall: () => void;
}

/** What the step of the history that opens a call from the list remembers. */
export const FROM_LIST = 'from-list';

/** What the address of the page says, and the way to change it. A change of which calls are shown begins at page 1. */
export function useDetailsUrl(campaign: string): ShownDetails {
  const [, navigate] = useLocation();
  // Only to render again: the router decodes parts of what it returns.
  useSearch();
  const shown = readDetailsUrl(window.location.search);
  const hrefOf = (change: Partial<DetailsUrl>) => detailsHref(campaign, { ...shown, ...change });
  const show: ShownDetails['show'] = (change, options) => {
    const now = readDetailsUrl(window.location.search);
    navigate(detailsHref(campaign, { ...now, page: 'call' in change ? now.page : 1, ...change }), options);
  };
  const closeCall = () => {
    if (window.history.state === FROM_LIST) {
      // A second press before the browser has gone back must not go further back.
      window.history.replaceState(null, '');
      window.history.back();
    } else {
      show({ call: null }, { replace: true });
    }
  };
  return { shown, hrefOf, show, closeCall };
}
