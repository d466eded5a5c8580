import { Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';

/** The place of a month while it is loaded. */
export function CalendarSkeleton() {
  return (
    <SkeletonGroup className="px-5 pb-5">
      <Skeleton className="h-120" />
    </SkeletonGroup>
  );
}
