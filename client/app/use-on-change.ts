import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `action` whenever a value becomes another one; the first that is known is no change. */
export function useOnChange(value: string | undefined, action: () => void): void {
  const before = useRef(value);
  const act = useEffectEvent(action);
  useEffect(() => {
    const isChange = before.current !== undefined && before.current !== value;
    before.current = value;
    if (isChange) act();
  }, [value]);
}
