import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { MAX_NAME_LENGTH } from '#shared/limits.ts';
import { trpc } from '#client/app/trpc.ts';
import { SearchField } from '#client/ui/controls/search-field.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';
import { Moment } from '#client/ui/display/moment.tsx';

interface ChooseCampaignProps {
  open: boolean;
  title: string;
  onOpenChange: (open: boolean) => void;
  onChoose: (name: string) => void;
}

const SHOWN = 8;

/** A dialog that finds a campaign by its name. */
export default function ChooseCampaign({ open, title, onOpenChange, onChoose }: ChooseCampaignProps) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { data, isPending, isError, isFetching, refetch } = trpc.analytics.campaigns.useQuery(
    { search, limit: SHOWN },
    { enabled: open, placeholderData: keepPreviousData },
  );
  const rows = data?.rows ?? [];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <SearchField label="Search by name" maxLength={MAX_NAME_LENGTH} value={text} onChange={setText} />
      <ul aria-label="Campaigns" className="mt-3 mb-6 flex min-h-60 flex-col gap-1">
        {isPending && <Skeleton className="h-12" />}
        {rows.map(({ id, campaign_name: name, campaign_status: status, started_at, drop_date }) => (
          <li key={id}>
            <button
              type="button"
              className="w-full cursor-pointer rounded-control px-3 py-2 text-left hover:bg-sunken"
              onClick={() => {
                onOpenChange(false);
                onChoose(name);
              }}
            >
              <span className="block truncate font-medium" title={name}>
                {name}
              </span>
              <span className="block text-sm text-ink-3">
                {status} · <Moment at={started_at ?? drop_date} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {isError && <LoadError className="pb-6" busy={isFetching} onRetry={() => void refetch()} />}
      <p role="status" className="pb-6 text-sm text-ink-3 empty:hidden">
        {data !== undefined && rows.length === 0 && 'No campaign has this text in its name.'}
        {data?.next != null && `The latest ${String(SHOWN)} are shown. Search for others by name.`}
      </p>
    </Dialog>
  );
}
