import { Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';

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
