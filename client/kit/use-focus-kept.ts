import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Returns a ref to an element; calls the first `onFocusLost` if the element is removed while the focus is in it. */
export function useFocusKept<Element extends HTMLElement>(
  onFocusLost: () => void,
): RefObject<Element | null> {
  const kept = useRef<Element>(null);
  const lost = useRef(onFocusLost);
  useLayoutEffect(() => {
    const element = kept.current;
    const { current: moveFocus } = lost;
    return () => {
      if (element?.contains(document.activeElement) === true) moveFocus();
    };
  }, []);
  return kept;
}
