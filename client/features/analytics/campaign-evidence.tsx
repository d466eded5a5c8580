import { keepPreviousData } from '@tanstack/react-query';
import { PhoneOff, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#shared/formats.ts';
import { evidenceCsvPath, evidenceFileName } from '#shared/paths.ts';
import { DownloadCsv } from '#client/app/download-csv.tsx';
import { trpc } from '#client/app/trpc.ts';
import { ListCard } from '#client/kit/list-card.tsx';
import { CardBody } from '#client/ui/display/card.tsx';
import { EmptyState, Skeleton } from '#client/ui/display/states.tsx';
import { ConsentRecords } from './consent-records.tsx';
import { EVIDENCE_COLUMNS } from './evidence-columns.tsx';

/** Rows per page. */
const PAGE_SIZE = 5;

interface CampaignEvidenceProps {
  /** Its name or id. */
  campaign: string;
  /** The polling interval in milliseconds. */
  pace: number | false;
}

/** What speaks for each call of a campaign, with the consent of its lists, to read and to download. */
export function CampaignEvidence({ campaign, pace }: CampaignEvidenceProps) {
  const [page, setPage] = useState(1);
  const details = trpc.campaigns.get.useQuery({ id: campaign });
  const calls = trpc.campaigns.evidencePage.useQuery(
    { id: campaign, page, page_size: PAGE_SIZE },
    { placeholderData: keepPreviousData, refetchInterval: pace },
  );
  // It is the last card of the page: shown at once when all of it is here, it moves nothing.
  if (calls.isPending || details.isPending) return <Skeleton className="h-40 rounded-card" />;
  const { campaign: shown } = details.data ?? {};
  // Before its first run each row would be empty.
  const begun = shown?.status !== 'Scheduled';
  const erasedAfter = calls.data?.contacts_erased_after_days ?? null;
  const pages = begun && erasedAfter === null ? Math.ceil((calls.data?.total ?? 0) / PAGE_SIZE) : 0;
  return (
    <ListCard
      wide
      name="Evidence"
      title="Evidence"
      label="Evidence of each call"
      actions={
        pages > 0 && (
          <DownloadCsv
            named
            size="sm"
            label="Download Evidence"
            path={evidenceCsvPath(campaign)}
            name={evidenceFileName(shown?.campaign_name ?? campaign)}
            what="evidence"
          />
        )
      }
      query={{
        isPending: false,
        isError: calls.isError || details.isError,
        isFetching: calls.isFetching || details.isFetching,
        refetch: () => Promise.all([calls.refetch(), details.refetch()]),
      }}
      columns={EVIDENCE_COLUMNS}
      rows={begun ? (calls.data?.calls ?? []) : []}
      rowKey={({ phone_number, call }) => `${phone_number} ${call?.at ?? ''}`}
      pager={{ page, pages, label: 'Pages of the evidence', onPageChange: setPage }}
      empty={calls.isError ? null : <NoEvidence erasedAfter={erasedAfter} />}
    >
      <CardBody className="flex flex-col gap-3 px-5 pt-0 pb-3">
        <p className="text-sm text-ink-2">
          What Hark checked for each call. Times are those at which a call was taken up, right before it was
          placed. Hark applies these rules; this is no legal advice.
        </p>
        {shown !== undefined && <ConsentRecords consents={shown.consents} />}
      </CardBody>
    </ListCard>
  );
}

function NoEvidence({ erasedAfter }: { erasedAfter: number | null }) {
  return erasedAfter === null ? (
    <EmptyState
      icon={PhoneOff}
      title="No calls yet"
      text="Once the campaign is sending, each of its calls has a row here."
    />
  ) : (
    <EmptyState
      icon={ShieldCheck}
      title={`The evidence of each call was erased after ${formatCount(erasedAfter, 'day')}`}
      text="The consent of the lists is kept."
    />
  );
}
