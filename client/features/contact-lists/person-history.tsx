import { PhoneOff } from 'lucide-react';
import { formatNumber, formatPhone } from '#shared/formats.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { PersonHistory } from '#shared/schemas/contact-lists.ts';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { DoNotCallButton } from '#client/domain/calls/do-not-call.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { EmptyState, LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { StatusPill } from '#client/ui/display/status-pill.tsx';
import { SidePanel } from '#client/ui/overlays/side-panel.tsx';
import { momentText } from '#client/ui/display/moment-text.ts';

interface PersonHistoryProps {
  contact: ContactInput;
  onClose: () => void;
}

/** The calls to a person over all campaigns. */
export default function PersonHistoryPanel({ contact, onClose }: PersonHistoryProps) {
  const { recommended_phone: phone, first_name, last_name } = contact;
  const { data, isError, isFetching, refetch } = trpc.contactLists.history.useQuery(
    { phone },
    { staleTime: 0 },
  );
  return (
    <SidePanel
      title={`Calls to ${`${first_name} ${last_name}`.trim()}`}
      description={formatPhone(phone)}
      onClose={onClose}
    >
      {isError && <LoadError busy={isFetching} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <Skeleton className="h-32" />}
      {data !== undefined && <History history={data} />}
      <div className="mt-4 flex justify-end">
        <DoNotCallButton phone={phone} />
      </div>
    </SidePanel>
  );
}

function History({ history }: { history: PersonHistory }) {
  if (history.campaigns.length === 0)
    return <EmptyState icon={PhoneOff} title="Never called" text="No campaign has this number yet." />;
  return (
    <>
      <p>{historySummary(history)}</p>
      <ul className="mt-3 divide-y divide-line" aria-label="Campaigns">
        {history.campaigns.map(({ id, name, status, reason, at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
            <TextLink href={paths.analyticsDetails(name)} className="min-w-0 wrap-anywhere">
              {name}
            </TextLink>
            <StatusPill tone={TONES[status]}>{LABELS[status]}</StatusPill>
            <p className="basis-full text-sm text-ink-3">
              {[at === null ? 'Not called yet' : momentText(at), reason].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

type Status = PersonHistory['campaigns'][number]['status'];
const TONES = { pending: 'neutral', sending: 'waiting', success: 'delivered', failed: 'failed' } as const;
const LABELS: Readonly<Record<Status, string>> = {
  pending: 'Pending',
  sending: 'Sending',
  success: 'Delivered',
  failed: 'Failed',
};

function historySummary({ calls, delivered, last_at: last }: PersonHistory): string {
  if (last === null) return 'Not called yet.';
  const times = calls === 1 ? 'once' : `${formatNumber(calls)} times`;
  return `Called ${times}, last on ${momentText(last)}, delivered ${formatNumber(delivered)}.`;
}
