import { Download } from 'lucide-react';
import { useState } from 'react';
import { CREDIT_HISTORY_FILE, creditHistoryPath } from '#shared/csv-export.ts';
import { saveFile } from '#client/app/save-file.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { toast } from '#client/ui/overlays/toast.ts';

/** Downloads the credit history, or one campaign's part, as CSV. */
export function DownloadCreditHistory({ campaign }: { campaign: string }) {
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const response = await fetch(creditHistoryPath(campaign), { credentials: 'include' });
      if (!response.ok) throw new Error(`The download failed with status ${String(response.status)}`);
      saveFile(await response.blob(), CREDIT_HISTORY_FILE);
    } catch {
      toast.error('The credit history could not be downloaded. Please try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="secondary" icon={Download} busy={busy} onClick={() => void save()}>
      Download CSV
    </Button>
  );
}
