import { Download } from 'lucide-react';
import { useState } from 'react';
import { CREDIT_HISTORY_FILE, creditHistoryPath } from '#shared/credits.ts';
import { saveFile } from '#client/app/save-file.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { toast } from '#client/ui/overlays/toast.ts';

/** Saves the credit history, or one campaign's part of it, as a CSV file. */
export function DownloadCreditHistory({ campaign }: { campaign: string }) {
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const answer = await fetch(creditHistoryPath(campaign), { credentials: 'include' });
      if (!answer.ok) throw new Error(`The download was answered ${String(answer.status)}`);
      saveFile(await answer.blob(), CREDIT_HISTORY_FILE);
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
