import { useEffect, useState } from 'react';
import { MINUTE_MS } from '#shared/time-units.ts';

/** Returns the current time, updated each minute, so that what is said of a start stays true on an open page. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
    }, MINUTE_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}
