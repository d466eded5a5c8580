import { Spinner } from '#client/ui/display/progress.tsx';
import { Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';

/** A full screen with a spinner, for example while the session loads. */
export function LoadingScreen() {
  return (
    <main className="grid min-h-dvh place-items-center text-ink-2" aria-busy>
      <p role="status" className="flex items-center gap-2.5">
        <Spinner />
        Loading...
      </p>
    </main>
  );
}

/** The placeholder of a loading page. It appears after a delay, so that fast loads do not flicker. */
export function PageSkeleton() {
  return (
    <SkeletonGroup className="animate-late flex flex-col gap-4">
      <Skeleton className="h-8 w-56" />
      <Skeleton className="mb-4 w-80 max-w-full" />
      <Skeleton className="h-32 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
    </SkeletonGroup>
  );
}
