import { Download } from 'lucide-react';
import { useState } from 'react';
import { exportFileName, exportPath } from '#shared/analytics-export.ts';
import { saveFile } from '#client/app/save-file.ts';
import { Button } from '#client/ui/button.tsx';
import { toast } from '#client/ui/toast.ts';

/** Saves all calls of a campaign as a CSV file (B §2, §4, §8). */
export function ExportDetails({ campaign }: { campaign: string }) {
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const answer = await fetch(exportPath(campaign), { credentials: 'include' });
      if (!answer.ok) throw new Error(`The export was answered ${String(answer.status)}`);
      saveFile(await answer.blob(), exportFileName(campaign));
      toast.success('Export successful!');
    } catch {
      toast.error('Failed to export details. Please try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="secondary" icon={Download} busy={busy} onClick={() => void save()}>
      Export Details
    </Button>
  );
}
