import { Skeleton, SkeletonGroup } from '#client/ui/display/skeleton.tsx';

/** Stands in for a page whose code is on its way; appears only after a moment, so that quick loads do not flicker. */
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
