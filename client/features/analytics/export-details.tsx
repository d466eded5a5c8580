import { Download } from 'lucide-react';
import { useState } from 'react';
import { exportFileName, exportPath } from '#shared/schemas/analytics.ts';
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
      saveAs(await answer.blob(), exportFileName(campaign));
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

/** Hands a file to the browser's downloads. */
function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has begun with the click; the address is kept a moment for browsers that read it later.
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 60_000);
}
