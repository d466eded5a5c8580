import { Plus, Webhook } from 'lucide-react';
import { MAX_WEBHOOK_ENDPOINTS, type WebhookView } from '#shared/schemas/webhooks.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { FoldedList } from '#client/ui/display/folded-list.tsx';
import { EmptyState, LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { WebhookRow, type WebhookAction } from './webhook-row.tsx';

const CreateWebhookDialog = lazyWithPreload(() => import('./create-webhook-dialog.tsx'));
const EditWebhookDialog = lazyWithPreload(() => import('./edit-webhook-dialog.tsx'));
const DeleteWebhookDialog = lazyWithPreload(() => import('./delete-webhook-dialog.tsx'));
const RollSecretDialog = lazyWithPreload(() => import('./roll-secret-dialog.tsx'));
const DeliveriesDialog = lazyWithPreload(() => import('./deliveries-dialog.tsx'));

const DIALOGS = {
  create: CreateWebhookDialog,
  edit: EditWebhookDialog,
  roll: RollSecretDialog,
  delete: DeleteWebhookDialog,
  deliveries: DeliveriesDialog,
};

/** The webhook endpoints of the user: what Hark posts events to. */
export function WebhooksCard() {
  const { dialog, ask } = useDialog(DIALOGS);
  const { data } = trpc.webhooks.list.useQuery();
  return (
    <Card id="webhooks" aria-label="Webhooks" className="scroll-mt-20">
      <CardHeader>
        <CardTitle>Webhooks</CardTitle>
        <Button
          variant="secondary"
          icon={Plus}
          disabled={(data?.webhooks.length ?? 0) >= MAX_WEBHOOK_ENDPOINTS}
          onClick={() => {
            ask('create');
          }}
        >
          Add Webhook
        </Button>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">
        Hark posts what happens to your own programs, signed and repeated until they accept it. The events are
        described in the{' '}
        <a className="font-medium text-accent underline" href="/docs">
          API documentation
        </a>
        .
      </p>
      <WebhookList
        onAction={(what, webhook) => {
          ask(what, { webhook });
        }}
      />
      {dialog}
    </Card>
  );
}

function WebhookList({ onAction }: { onAction: (what: WebhookAction, webhook: WebhookView) => void }) {
  const { data, isPending, isError, isFetching, refetch } = trpc.webhooks.list.useQuery();
  if (isPending) {
    return (
      // As high as the empty list, so that what follows does not move.
      <SkeletonGroup className="flex flex-col items-center px-6 py-12">
        <Skeleton className="size-12 rounded-full" />
        <Skeleton className="mt-4 h-5.5 w-36" />
        <Skeleton className="mt-1 h-10 w-80 max-w-full" />
      </SkeletonGroup>
    );
  }
  if (isError)
    return <LoadError className="min-h-56.5 pb-5" busy={isFetching} onRetry={() => void refetch()} />;
  if (data.webhooks.length === 0) {
    return (
      <EmptyState
        icon={Webhook}
        title="No webhooks yet"
        text="Add a URL of your server, and Hark posts to it when campaigns start and finish, and what became of each call."
      />
    );
  }
  return (
    <FoldedList name="webhooks" rows={data.webhooks} rowKey={({ id }) => id}>
      {(webhook) => (
        <WebhookRow
          webhook={webhook}
          onAction={(what) => {
            onAction(what, webhook);
          }}
        />
      )}
    </FoldedList>
  );
}
