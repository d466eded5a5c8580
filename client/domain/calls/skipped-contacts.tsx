import { Download } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatNumber } from '#shared/formats.ts';
import { leftOutCsvPath, leftOutFileName } from '#shared/paths.ts';
import type { Skipped } from '#shared/schemas/calling/calling.ts';
import { download } from '#client/app/save-file.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { REASON_TEXTS } from './check-list.ts';

interface SkippedContactsProps {
  campaign: { id: string; name: string };
  skipped: Skipped;
  /** Says of which campaign, where there are several. */
  isNamed?: boolean;
}

/** Whom a campaign has left out, with a download of all of them; nothing if it left out nobody. */
export function SkippedContacts({ campaign: { id, name }, skipped, isNamed = false }: SkippedContactsProps) {
  const [busy, setBusy] = useState(false);
  if (skipped.length === 0) return null;
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  const of = isNamed ? ` of “${name}”` : '';
  async function save(): Promise<void> {
    setBusy(true);
    try {
      await download(leftOutCsvPath(id), leftOutFileName(name));
    } catch {
      toast.error('The list could not be downloaded. Please try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Card aria-label={`Left out${of}`} className="w-full text-left">
      <CardHeader>
        <CardTitle>
          {formatCount(total, 'contact')} left out{of}
        </CardTitle>
        <Button variant="secondary" size="sm" icon={Download} busy={busy} onClick={() => void save()}>
          Download CSV
        </Button>
      </CardHeader>
      <CardBody className="px-5 pt-3 pb-5">
        <dl className="flex flex-col gap-2">
          {skipped.map(({ reason, count }) => (
            <div key={reason} className="flex justify-between gap-4">
              <dt className="text-ink-2">{REASON_TEXTS[reason]}</dt>
              <dd className="font-semibold">{formatNumber(count)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-sm text-ink-3">They are not called, and nothing is charged for them.</p>
      </CardBody>
    </Card>
  );
}
