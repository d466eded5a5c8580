import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `action` whenever a value becomes another one; the first that is known is no change. */
export function useOnChange(value: string | undefined, action: () => void): void {
  const previous = useRef(value);
  const act = useEffectEvent(action);
  useEffect(() => {
    const isChange = previous.current !== undefined && previous.current !== value;
    previous.current = value;
    if (isChange) act();
  }, [value]);
}
