import { Download } from 'lucide-react';
import { useState } from 'react';
import { exportFileName, exportPath } from '#shared/csv-export.ts';
import { saveFile } from '#client/app/save-file.ts';
import { reportUnauthenticated } from '#client/app/session/unauthenticated.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { toast } from '#client/ui/overlays/toast.ts';

/** Downloads all calls of a campaign as a CSV file named after it. `campaign` is its name or id. */
export function ExportDetails({ campaign, name }: { campaign: string; name: string }) {
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const response = await fetch(exportPath(campaign), { credentials: 'include' });
      if (response.status === 401) {
        reportUnauthenticated();
        return;
      }
      if (!response.ok) throw new Error(`The export failed with status ${String(response.status)}`);
      saveFile(await response.blob(), exportFileName(name));
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
