import { Download } from 'lucide-react';
import { useState } from 'react';
import { download } from './save-file.ts';
import { Button, type ButtonProps } from '#client/ui/controls/button.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

interface DownloadCsvProps extends Pick<ButtonProps, 'size' | 'disabled'> {
  path: string;
  /** The name of the file. */
  name: string;
  /** What the file has, after "the": for the name of the button and the message of a failed download. */
  what: string;
  /** The text of the button. */
  label?: string;
}

/** A button that saves a CSV file of the API. */
export function DownloadCsv({ path, name, what, label = 'Download CSV', ...rest }: DownloadCsvProps) {
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      await download(path, name);
    } catch {
      toast.error(`The ${what} could not be downloaded. Please try again.`);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="secondary" icon={Download} busy={busy} onClick={() => void save()} {...rest}>
      {label}
      <span className="sr-only"> of the {what}</span>
    </Button>
  );
}
