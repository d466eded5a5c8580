import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#shared/formats.ts';
import type { DeliveryView } from '#shared/schemas/webhooks.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { LoadError, Skeleton, SkeletonGroup } from '#client/ui/display/states.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { Moment } from '#client/ui/display/moment.tsx';
import { readableBody } from './webhook-text.ts';

/** What was sent, what came back, each attempt, and sending it again. */
export function DeliveryDetails({ id, delivery }: { id: string; delivery: DeliveryView }) {
  const ref = { id, delivery: delivery.id };
  const { webhooks } = trpc.useUtils();
  const { data, isPending, isFetching, refetch } = trpc.webhooks.delivery.useQuery(ref);
  const again = trpc.webhooks.resend.useMutation({
    onSuccess() {
      toast.success('It is being sent again.');
    },
    onError(error) {
      toast.error(errorText(error, 'It could not be sent again. Please try again.'));
    },
    onSettled: () => Promise.all([webhooks.deliveries.invalidate({ id }), webhooks.delivery.invalidate(ref)]),
  });
  if (isPending)
    return (
      <SkeletonGroup>
        <Skeleton className="h-48" />
      </SkeletonGroup>
    );
  if (data === undefined) return <LoadError busy={isFetching} onRetry={() => void refetch()} />;
  const { body, response_excerpt: response, recent_attempts: attempts } = data.delivery;
  return (
    <div className="grid gap-4">
      <Part title="Request body">
        {body === null ? (
          <p className="text-sm text-ink-3">It was erased with the contacts of its campaign.</p>
        ) : (
          <Code label="Request body" text={readableBody(body)} />
        )}
      </Part>
      {response !== null && response !== '' && (
        <Part title="Response">
          <Code label="Response" text={readableBody(response)} />
        </Part>
      )}
      <Part title="Attempts">
        {attempts.length === 0 && <p className="text-sm text-ink-3">None yet.</p>}
        <ul className="grid gap-1 text-sm">
          {attempts.map(({ at, duration_ms, response_status, error }) => (
            <li key={at} className="wrap-anywhere text-ink-2">
              <Moment at={at} /> ·{' '}
              {response_status === null ? 'no response' : `HTTP ${String(response_status)}`} ·{' '}
              {formatNumber(duration_ms)} ms
              {error !== null && ` · ${error}`}
            </li>
          ))}
        </ul>
      </Part>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 text-sm wrap-anywhere text-ink-3">
          Event <code>{delivery.event_id}</code>
        </p>
        <Button
          variant="secondary"
          size="sm"
          icon={RotateCw}
          disabled={body === null}
          busy={again.isPending}
          onClick={() => {
            again.mutate(ref);
          }}
        >
          Send Again
        </Button>
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-medium">{title}</h3>
      {children}
    </section>
  );
}

/** Scrolls within itself, also by keyboard. */
function Code({ label, text }: { label: string; text: string }) {
  return (
    <pre
      tabIndex={0}
      aria-label={label}
      className="max-h-72 overflow-auto rounded-control border border-line bg-surface p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
    >
      {text}
    </pre>
  );
}
