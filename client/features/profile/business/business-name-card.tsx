import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';

const BusinessNameDialog = lazyWithPreload(() => import('./business-name-dialog.tsx'));

/** The name under which the account calls. */
export function BusinessNameCard() {
  const { dialog, ask } = useDialog({ change: BusinessNameDialog });
  const { data, isPending, isError, isFetching, refetch } = trpc.calling.profile.useQuery();
  return (
    <Card aria-label="Business name">
      <CardHeader>
        <CardTitle>Business Name</CardTitle>
        <Button
          variant="secondary"
          disabled={data === undefined}
          onClick={() => {
            if (data !== undefined) ask('change', { name: data.business_name });
          }}
        >
          Change Name
        </Button>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">
        Every message must begin with it, and your stop page shows it.
      </p>
      {isPending && (
        <SkeletonGroup className="border-t border-line px-5 py-3.5">
          <Skeleton className="h-5.5 w-48" />
        </SkeletonGroup>
      )}
      {isError && data === undefined && (
        <LoadError
          className="border-t border-line py-2.25"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && (
        <p className="border-t border-line px-5 py-3.5 font-medium wrap-anywhere">
          {data.business_name === '' ? 'Not given' : data.business_name}
        </p>
      )}
      {dialog}
    </Card>
  );
}
