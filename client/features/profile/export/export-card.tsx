import { Download } from 'lucide-react';
import { MAX_EXPORTS_A_DAY, type ExportView } from '#shared/schemas/account/account-export.ts';
import { saveLink } from '#client/app/save-file.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { momentText } from '#client/ui/display/moment-text.ts';

/** Time between checks of whether the file is ready. */
const CHECK_MS = 2_000;

/** The export of all data of the account: request it, download it. */
export function ExportCard() {
  const { accountExport } = trpc.useUtils();
  const { data, isPending, isError, isFetching, refetch } = trpc.accountExport.overview.useQuery(undefined, {
    refetchInterval: ({ state }) => state.data?.latest?.status === 'preparing' && CHECK_MS,
  });
  const request = trpc.accountExport.request.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => accountExport.overview.invalidate(),
  });
  const isPreparing = data?.latest?.status === 'preparing';
  return (
    <Card aria-label="Your data">
      <CardHeader>
        <CardTitle>Your Data</CardTitle>
        <Button
          variant="secondary"
          disabled={data === undefined || data.remaining === 0 || isPreparing}
          busy={request.isPending}
          onClick={() => {
            request.mutate();
          }}
        >
          Request Export
        </Button>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">
        Everything in your account as one file, in JSON and CSV, with your recordings. You can request it{' '}
        {MAX_EXPORTS_A_DAY} times a day.
      </p>
      {isPending && (
        <SkeletonGroup className="border-t border-line px-5 py-3.5">
          <Skeleton className="h-5.5 w-60 max-w-full" />
        </SkeletonGroup>
      )}
      {isError && data === undefined && (
        <LoadError className="border-t border-line py-4.5" busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <ExportState latest={data.latest} />}
    </Card>
  );
}

function ExportState({ latest }: { latest: ExportView | null }) {
  const download = trpc.accountExport.download.useMutation({
    onSuccess: ({ url }) => {
      saveLink(url, 'hark-data.zip');
    },
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-5 py-3.5">
      <p role="status" className="text-ink-2">
        {stateText(latest)}
      </p>
      {latest?.status === 'ready' && (
        <Button
          icon={Download}
          busy={download.isPending}
          onClick={() => {
            download.mutate({ id: latest.id });
          }}
        >
          Download
        </Button>
      )}
    </div>
  );
}

function stateText(latest: ExportView | null): string {
  switch (latest?.status) {
    case undefined:
      return 'There is no file at present.';
    case 'preparing':
      return 'Your file is being prepared. We mail you when it is ready.';
    case 'ready':
      return latest.expires_at === null ? 'Ready.' : `Ready until ${momentText(latest.expires_at)}.`;
    case 'failed':
      return 'The file could not be prepared. Please request it again.';
  }
}
