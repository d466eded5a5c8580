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
  /** The text of the button says what the file has. */
  named?: boolean;
  /** What is said once it is saved; by default nothing. */
  done?: string;
  failed?: string;
}

/** A button that saves a CSV file of the API. */
export function DownloadCsv({
  path,
  name,
  what,
  label = 'Download CSV',
  named = false,
  done,
  failed = `The ${what} could not be downloaded. Please try again.`,
  ...rest
}: DownloadCsvProps) {
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const saved = await download(path, name);
      if (saved && done !== undefined) toast.success(done);
    } catch {
      toast.error(failed);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="secondary" icon={Download} busy={busy} onClick={() => void save()} {...rest}>
      {label}
      {!named && <span className="sr-only"> of the {what}</span>}
    </Button>
  );
}
