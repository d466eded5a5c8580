import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `action` whenever a value changes. The first defined value is not a change. */
export function useOnChange(value: string | undefined, action: () => void): void {
  const previous = useRef(value);
  const act = useEffectEvent(action);
  useEffect(() => {
    const isChange = previous.current !== undefined && previous.current !== value;
    previous.current = value;
    if (isChange) act();
  }, [value]);
}
