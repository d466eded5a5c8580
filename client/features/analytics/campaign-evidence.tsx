import { keepPreviousData } from '@tanstack/react-query';
import { Download, PhoneOff, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#shared/formats.ts';
import { evidenceCsvPath, evidenceFileName } from '#shared/paths.ts';
import { download } from '#client/app/save-file.ts';
import { trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { DataTable } from '#client/ui/display/data-table.tsx';
import { Pager } from '#client/ui/display/pager.tsx';
import { EmptyState, LoadError, Skeleton } from '#client/ui/display/states.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
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
  const { data, isPending, isError, isFetching, refetch } = trpc.campaigns.evidencePage.useQuery(
    { id: campaign, page, page_size: PAGE_SIZE },
    { placeholderData: keepPreviousData, refetchInterval: pace },
  );
  // It is the last card of the page: shown at once when all of it is here, it moves nothing.
  if (isPending || details.isPending) return <Skeleton className="h-40 rounded-card" />;
  // Before its first run each row would be empty.
  const begun = details.data?.campaign.status !== 'Scheduled';
  const erasedAfter = data?.contacts_erased_after_days ?? null;
  const pages = begun && erasedAfter === null ? Math.ceil((data?.total ?? 0) / PAGE_SIZE) : 0;
  return (
    <Card aria-label="Evidence">
      <CardHeader>
        <CardTitle>Evidence</CardTitle>
        {pages > 0 && <ExportEvidence campaign={campaign} name={details.data?.campaign.campaign_name} />}
      </CardHeader>
      <CardBody className="flex flex-col gap-3 px-5 pt-2 pb-3">
        <p className="text-sm text-ink-2">
          What Hark checked for each call. Times are those at which a call was taken up, right before it was
          placed. Hark applies these rules; this is no legal advice.
        </p>
        {details.data !== undefined && <ConsentRecords consents={details.data.campaign.consents} />}
      </CardBody>
      <DataTable
        wide
        label="Evidence of each call"
        columns={EVIDENCE_COLUMNS}
        rows={begun ? (data?.calls ?? []) : []}
        rowKey={({ phone_number, call }) => `${phone_number} ${call?.at ?? ''}`}
        empty={isError ? null : <NoEvidence erasedAfter={erasedAfter} />}
      />
      {(isError || details.isError) && (
        <LoadError
          className="pb-6"
          busy={isFetching || details.isFetching}
          onRetry={() => void Promise.all([refetch(), details.refetch()])}
        />
      )}
      {pages > 1 && (
        <Pager
          page={page}
          pages={pages}
          label="Pages of the evidence"
          onPageChange={setPage}
          className="border-t border-line px-5 py-3"
        />
      )}
    </Card>
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

/** Downloads the evidence of all calls as a CSV file named after the campaign. */
function ExportEvidence({ campaign, name = campaign }: { campaign: string; name: string | undefined }) {
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      await download(evidenceCsvPath(campaign), evidenceFileName(name));
    } catch {
      toast.error('The evidence could not be downloaded. Please try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="secondary" size="sm" icon={Download} busy={busy} onClick={() => void save()}>
      Download Evidence
    </Button>
  );
}
