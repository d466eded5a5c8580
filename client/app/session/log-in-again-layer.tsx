import { Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from '#client/app/loading/error-boundary.tsx';
import { lazyOnDemand } from '#client/app/loading/lazy-with-preload.ts';
import { useSession } from './use-session.ts';

const EndOfSession = lazyOnDemand(() => import('./end-of-session.tsx'));

/** How long before the end of the session it is said, in milliseconds. */
const WARNING_MS = 300_000;

/** Says shortly before the session ends that it does, and offers to log in again without leaving the page. */
export function LogInAgainLayer() {
  const { user, endsAt } = useSession();
  const [warned, setWarned] = useState<number>();
  useEffect(() => {
    if (endsAt === null) return undefined;
    const timer = setTimeout(setWarned, endsAt - Date.now() - WARNING_MS, endsAt);
    return () => {
      clearTimeout(timer);
    };
  }, [endsAt]);
  if (user === null || endsAt === null || warned !== endsAt) return null;
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <EndOfSession key={endsAt} user={user} endsAt={endsAt} />
      </Suspense>
    </ErrorBoundary>
  );
}
