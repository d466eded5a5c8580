import { useEffect, useRef, type RefObject } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { arriveAt } from './use-arrival.ts';

/** Leads to an element while the fragment of the address names it: once it is shown, and at a link to it later. */
export function useFragment<Shown extends HTMLElement>(id: string): RefObject<Shown | null> {
  const ref = useRef<Shown>(null);
  const hash = useLocationProperty(() => window.location.hash);
  useEffect(() => {
    // A dialog whose link led here would give the focus back to its button, were it nowhere else.
    if (hash === `#${id}` && ref.current !== null) arriveAt(ref.current);
  }, [hash, id]);
  return ref;
}
