import { useState } from 'react';
import { IMPORT_BATCH } from '#shared/contacts/suppression-list.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { toast } from '#client/ui/overlays/toast.tsx';
import { importedText } from './suppression-text.ts';
import { useRefreshSuppressions } from './use-suppressions.ts';

/** Progress of an import: numbers sent, and how many of them were new. */
interface ImportProgress {
  sent: number;
  added: number;
}

const NOTHING_SENT: ImportProgress = { sent: 0, added: 0 };

/** Sends the numbers of a list in batches. After a failure, starting again resumes at the failed batch. */
export function useImport(phones: readonly string[], onDone: () => void) {
  const refresh = useRefreshSuppressions();
  const batch = trpc.suppressions.importBatch.useMutation();
  const [progress, setProgress] = useState(NOTHING_SENT);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  async function send(): Promise<void> {
    let { sent, added } = progress;
    while (sent < phones.length) {
      const part = phones.slice(sent, sent + IMPORT_BATCH);
      added += (await batch.mutateAsync({ phones: part })).added;
      sent += part.length;
      setProgress({ sent, added });
    }
    toast.success(importedText(added, sent - added));
    onDone();
  }

  async function start(): Promise<void> {
    setBusy(true);
    setProblem('');
    try {
      await send();
    } catch (error) {
      setProblem(errorText(error, 'The numbers could not be added. Please try again.'));
    } finally {
      setBusy(false);
      await refresh();
    }
  }

  return { start: () => void start(), busy, problem, sent: progress.sent };
}
