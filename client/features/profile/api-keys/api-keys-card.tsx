import { KeyRound, Plus } from 'lucide-react';
import { MAX_API_KEYS, type ApiKeyView } from '#shared/schemas/account/api-keys.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { FoldedList } from '#client/ui/display/folded-list.tsx';
import { EmptyState, LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { areasText, expiryText, SCOPE_LABEL, usageText } from './api-key-text.ts';

const CreateApiKeyDialog = lazyWithPreload(() => import('./create-api-key-dialog.tsx'));
const RevokeApiKeyDialog = lazyWithPreload(() => import('./revoke-api-key-dialog.tsx'));

const DIALOGS = { create: CreateApiKeyDialog, revoke: RevokeApiKeyDialog };

/** The API keys of the user: create, list, revoke. */
export function ApiKeysCard() {
  const { dialog, ask } = useDialog(DIALOGS);
  const { data } = trpc.apiKeys.list.useQuery();
  return (
    <Card aria-label="API keys">
      <CardHeader>
        <CardTitle>API Keys</CardTitle>
        <Button
          variant="secondary"
          icon={Plus}
          disabled={(data?.api_keys.length ?? 0) >= MAX_API_KEYS}
          onClick={() => {
            ask('create');
          }}
        >
          Create API Key
        </Button>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">
        With a key, your own programs can use Hark. The calls are described in the{' '}
        <a className="font-medium text-accent underline" href="/docs">
          API documentation
        </a>
        .
      </p>
      <ApiKeyList
        onRevoke={(apiKey) => {
          ask('revoke', { apiKey });
        }}
      />
      {dialog}
    </Card>
  );
}

function ApiKeyList({ onRevoke }: { onRevoke: (apiKey: ApiKeyView) => void }) {
  const { data, isPending, isError, isFetching, refetch } = trpc.apiKeys.list.useQuery();
  if (isPending) {
    return (
      // As high as the empty list, so that what follows does not move.
      <SkeletonGroup className="flex flex-col items-center px-6 py-12">
        <Skeleton className="size-12 rounded-full" />
        <Skeleton className="mt-4 h-5.5 w-36" />
        <Skeleton className="mt-1 h-5 w-64 max-w-full" />
      </SkeletonGroup>
    );
  }
  if (isError)
    return <LoadError className="min-h-51.5 pb-5" busy={isFetching} onRetry={() => void refetch()} />;
  if (data.api_keys.length === 0) {
    return (
      <EmptyState icon={KeyRound} title="No API keys yet" text="Create one to connect another program." />
    );
  }
  return (
    <FoldedList name="keys" rows={data.api_keys} rowKey={({ id }) => id}>
      {(apiKey) => (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-60">
            <p className="flex flex-wrap items-center gap-2 font-medium break-words">
              {apiKey.name}
              <StatusPill tone={apiKey.expired ? 'failed' : 'neutral'} dot={false}>
                {apiKey.expired ? 'Expired' : SCOPE_LABEL[apiKey.scope]}
              </StatusPill>
            </p>
            <p className="text-sm text-ink-3">
              <code>{apiKey.prefix}…</code> · {expiryText(apiKey)} · {usageText(apiKey)}
            </p>
            <p className="text-sm text-ink-3 empty:hidden">{areasText(apiKey)}</p>
          </div>
          <Button
            variant="ghost"
            aria-label={`Revoke ${apiKey.name}`}
            onClick={() => {
              onRevoke(apiKey);
            }}
          >
            Revoke
          </Button>
        </div>
      )}
    </FoldedList>
  );
}
