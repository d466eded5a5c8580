import type { ReactNode } from 'react';
import { trpc } from '#client/app/trpc.ts';
import { CopyButton } from '#client/ui/controls/copy-button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { OptOutWay } from './opt-out-way.tsx';
import { WebhookWay } from './webhook-way.tsx';

/** How people put their numbers on the do-not-call list of the user themselves. */
export default function OptOutsCard() {
  const profile = trpc.calling.profile.useQuery();
  const webhook = trpc.optOuts.webhook.useQuery();
  return (
    <Card aria-label="Opting out">
      <CardHeader>
        <CardTitle>Opting Out</CardTitle>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">
        How people stop your voicemails themselves. Their numbers are added to this list at once, also for
        campaigns that are being sent.
      </p>
      <ul className="divide-y divide-line border-t border-line">
        <Loaded query={profile}>
          {profile.data !== undefined && <StopPageWay path={profile.data.stop_path} />}
        </Loaded>
        <Loaded query={webhook}>
          {webhook.data !== undefined && (
            <WebhookWay url={webhook.data.url} renewedAt={webhook.data.renewed_at} />
          )}
        </Loaded>
      </ul>
    </Card>
  );
}

interface LoadedProps {
  query: { data: unknown; isError: boolean; isFetching: boolean; refetch: () => unknown };
  children: ReactNode;
}

/** One way, while it is loaded or could not be. */
function Loaded({ query: { data, isError, isFetching, refetch }, children }: LoadedProps) {
  if (data !== undefined) return children;
  return (
    <li className="px-5 py-4">
      {isError ? (
        <LoadError busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup>
          <Skeleton className="h-18" />
        </SkeletonGroup>
      )}
    </li>
  );
}

function StopPageWay({ path }: { path: string }) {
  const url = `${window.location.origin}${path}`;
  return (
    <OptOutWay
      name="Stop page"
      text="People enter their number on it. Link to it from your website and your mails."
      actions={<CopyButton text={url} label="Copy Link" />}
    >
      <TextLink className="break-all" href={url} target="_blank" rel="noopener">
        {`${window.location.host}${path}`}
      </TextLink>
    </OptOutWay>
  );
}
