import { ChevronDown, Inbox } from 'lucide-react';
import { useId, useState } from 'react';
import {
  DELIVERIES_KEPT_DAYS,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type DeliveryView,
  type WebhookView,
} from '#shared/schemas/webhooks.ts';
import { trpc } from '#client/app/trpc.ts';
import { GrowingList } from '#client/kit/growing-list.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { SelectInput } from '#client/ui/controls/inputs.tsx';
import { EmptyState, Skeleton } from '#client/ui/display/states.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { cx } from '#client/ui/cx.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { Moment } from '#client/ui/display/moment.tsx';
import { DeliveryDetails } from './delivery-details.tsx';
import { DELIVERY_PILL, resultText } from './webhook-text.ts';

const PAGE_SIZE = 20;
/** How often the log is read again while a delivery waits. */
const INTERVAL_MS = 3_000;
const ALL = 'all';
const FILTERS = [
  { value: ALL, label: 'All deliveries' },
  ...DELIVERY_STATUSES.map((status) => ({ value: status, label: DELIVERY_PILL[status].label })),
];

/** The log of an endpoint: what was sent, what came back, and what follows. */
export default function DeliveriesDialog({
  webhook: { id, url },
  onClose,
}: {
  webhook: WebhookView;
  onClose: () => void;
}) {
  const [filter, setFilter] = useState<string>(ALL);
  const status = DELIVERY_STATUSES.find((one) => one === filter);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Deliveries"
      description={
        <span className="wrap-anywhere">
          {url} · kept for {DELIVERIES_KEPT_DAYS} days
        </span>
      }
    >
      <Field label="Status" className="mb-4 max-w-60">
        <SelectInput
          options={FILTERS}
          value={filter}
          onChange={({ target }) => {
            setFilter(target.value);
          }}
        />
      </Field>
      <div className="min-h-64">
        <DeliveryList key={filter} id={id} status={status} />
      </div>
    </Dialog>
  );
}

function DeliveryList({ id, status }: { id: string; status: DeliveryStatus | undefined }) {
  const query = trpc.webhooks.deliveries.useInfiniteQuery(
    { id, limit: PAGE_SIZE, ...(status !== undefined && { status }) },
    {
      getNextPageParam: ({ next }) => next,
      refetchInterval: ({ state }) => (hasWaiting(state.data?.pages) ? INTERVAL_MS : false),
    },
  );
  return (
    <GrowingList
      query={query}
      rows={query.data?.pages.flatMap(({ deliveries }) => deliveries) ?? []}
      skeleton={[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
      empty={
        <EmptyState
          icon={Inbox}
          title={status === undefined ? 'Nothing sent yet' : 'No such delivery'}
          text={
            status === undefined ? 'Send a test event, or wait for the first one.' : 'Choose another status.'
          }
        />
      }
    >
      {(delivery) => <DeliveryRow id={id} delivery={delivery} />}
    </GrowingList>
  );
}

function hasWaiting(pages: readonly { deliveries: readonly DeliveryView[] }[] | undefined): boolean {
  return pages?.some(({ deliveries }) => deliveries.some(({ status }) => status === 'pending')) === true;
}

function DeliveryRow({ id, delivery }: { id: string; delivery: DeliveryView }) {
  const [open, setOpen] = useState(false);
  const panelId = useId();
  const { tone, label } = DELIVERY_PILL[delivery.status];
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => {
          setOpen(!open);
        }}
        className="flex w-full cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-left transition-colors hover:bg-sunken"
      >
        <StatusPill tone={tone}>{label}</StatusPill>
        <span className="min-w-0 flex-1 basis-48">
          <span className="block text-sm font-medium">{delivery.type}</span>
          <span className="block text-sm wrap-anywhere text-ink-3">
            <Moment at={delivery.created_at} /> · {resultText(delivery)}
            {delivery.next_attempt_at !== null && (
              <>
                {' · next try '}
                <Moment at={delivery.next_attempt_at} />
              </>
            )}
          </span>
        </span>
        <Icon
          icon={ChevronDown}
          size={16}
          className={cx('text-ink-3 transition-transform', open && 'rotate-180')}
        />
      </button>
      {open && (
        <div id={panelId} className="border-t border-line bg-sunken px-4 py-4">
          <DeliveryDetails id={id} delivery={delivery} />
        </div>
      )}
    </>
  );
}
