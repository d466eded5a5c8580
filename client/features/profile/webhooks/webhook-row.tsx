import { EllipsisVertical, KeyRound, Pencil, Power, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { WebhookView } from '#shared/schemas/webhooks.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Button, IconButton } from '#client/ui/controls/button.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { Menu, MenuItem, MenuSeparator } from '#client/ui/overlays/menu.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { Moment } from '#client/ui/display/moment.tsx';
import { TestResult } from './test-result.tsx';
import { endpointPill, successText, SWITCHED_OFF_TEXT } from './webhook-text.ts';

/** What a dialog does with an endpoint. */
export type WebhookAction = 'edit' | 'roll' | 'delete' | 'deliveries';

interface WebhookRowProps {
  webhook: WebhookView;
  onAction: (what: WebhookAction) => void;
}

/** One endpoint: its state, the result of a test, and what can be done with it. */
export function WebhookRow({ webhook, onAction }: WebhookRowProps) {
  const { id, url, description, events, enabled, disabled_reason, old_secret_until } = webhook;
  const { tone, label } = endpointPill(webhook);
  const [tested, setTested] = useState<string>();
  const toggle = useToggle(webhook);
  const test = trpc.webhooks.sendTest.useMutation({
    onSuccess({ delivery }) {
      setTested(delivery.id);
    },
    onError(error) {
      toast.error(errorText(error, 'The test event could not be sent. Please try again.'));
    },
  });
  return (
    <div role="group" aria-label={url} className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{url}</span>
          <StatusPill tone={tone}>{label}</StatusPill>
        </p>
        {description !== '' && <p className="wrap-anywhere text-ink-2">{description}</p>}
        <p className="text-sm text-ink-3">{events.join(', ')}</p>
        <p className="text-sm text-ink-3">{successText(webhook)}</p>
        {old_secret_until !== null && (
          <p className="text-sm text-ink-3">
            The earlier secret also signs until <Moment at={old_secret_until} />.
          </p>
        )}
      </div>
      <div className="flex items-center gap-2">
        <Button
          variant="secondary"
          size="sm"
          disabled={!enabled}
          busy={test.isPending}
          aria-label={`Send a test event to ${url}`}
          onClick={() => {
            test.mutate({ id });
          }}
        >
          Send Test
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Deliveries to ${url}`}
          onClick={() => {
            onAction('deliveries');
          }}
        >
          Deliveries
        </Button>
        <RowMenu webhook={webhook} onAction={onAction} onToggle={toggle.run} />
      </div>
      {(disabled_reason === 'failing' || disabled_reason === 'gone') && (
        <Notice
          tone="failed"
          className="basis-full"
          action={
            <Button variant="secondary" size="sm" busy={toggle.busy} onClick={toggle.run}>
              Turn On
            </Button>
          }
        >
          {SWITCHED_OFF_TEXT[disabled_reason]}, so Hark switched this off
          {webhook.disabled_at !== null && (
            <>
              {' on '}
              <Moment at={webhook.disabled_at} />
            </>
          )}
          . Once it is on again, what waits is sent.
        </Notice>
      )}
      {tested !== undefined && <TestResult key={tested} id={id} delivery={tested} />}
    </div>
  );
}

/** Turns an endpoint on or off. */
function useToggle({ id, enabled, url }: WebhookView): { run: () => void; busy: boolean } {
  const { webhooks } = trpc.useUtils();
  const update = trpc.webhooks.update.useMutation({
    onSuccess() {
      toast.success(enabled ? `${url} is off.` : `${url} is on.`);
    },
    onError(error) {
      toast.error(errorText(error, 'This could not be changed. Please try again.'));
    },
    onSettled: () => webhooks.list.invalidate(),
  });
  const run = () => {
    update.mutate({ id, enabled: !enabled });
  };
  return { run, busy: update.isPending };
}

function RowMenu({
  webhook: { url, enabled },
  onAction,
  onToggle,
}: WebhookRowProps & { onToggle: () => void }) {
  const choose = (what: WebhookAction) => () => {
    onAction(what);
  };
  return (
    <Menu
      trigger={(props) => (
        <IconButton label={`More actions for ${url}`} icon={EllipsisVertical} variant="ghost" {...props} />
      )}
    >
      <MenuItem icon={Pencil} onSelect={choose('edit')}>
        Change
      </MenuItem>
      <MenuItem icon={KeyRound} onSelect={choose('roll')}>
        Roll secret
      </MenuItem>
      <MenuItem icon={Power} onSelect={onToggle}>
        {enabled ? 'Turn off' : 'Turn on'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={choose('delete')}>
        Delete
      </MenuItem>
    </Menu>
  );
}
