import { useEffect, useEffectEvent, useState } from 'react';
import { useSettled } from './use-settled.ts';

/** How long a person may pause while typing a search, in milliseconds. */
const TYPING_MS = 300;

/**
 * Returns the properties of a search field. `onSearch` gets the trimmed text once the person pauses or presses Enter; a
 * `search` that changes otherwise, for example by the back button, replaces the text.
 */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState({ text: search, known: search });
  if (typed.known !== search)
    setTyped({ text: typed.text.trim() === search ? typed.text : search, known: search });
  const wanted = typed.text.trim();
  const settled = useSettled(wanted, TYPING_MS);
  const searchFor = useEffectEvent(() => {
    if (wanted !== search) onSearch(wanted);
  });
  useEffect(() => {
    if (settled === wanted) searchFor();
  }, [settled, wanted]);
  return {
    value: typed.text,
    onChange: (text: string) => {
      setTyped({ text, known: search });
    },
    onKeyDown: ({ key }: { key: string }) => {
      if (key === 'Enter' && wanted !== search) onSearch(wanted);
    },
  };
}
