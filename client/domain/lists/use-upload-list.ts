import { useState } from 'react';
import type { LineError } from '#shared/error-codes.ts';
import { newRequestKey } from '#client/app/request-key.ts';
import { trpc } from '#client/app/trpc.ts';
import { toast } from '#client/ui/overlays/toast.tsx';
import { ListRefused, uploadList, type ListUpload } from './upload-list.ts';

/** Saves a file as a list, with its progress and what is wrong. */
export function useUploadList(onSaved: () => void) {
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const [share, setShare] = useState(0);
  const [problem, setProblem] = useState<{ text: string; errors: readonly LineError[] } | null>(null);

  async function send(list: Omit<ListUpload, 'key' | 'onProgress'>): Promise<void> {
    setBusy(true);
    setShare(0);
    setProblem(null);
    try {
      const { existing, message } = await uploadList({ ...list, key: newRequestKey(), onProgress: setShare });
      (existing ? toast.info : toast.success)(message);
      await utils.contactLists.invalidate();
      onSaved();
    } catch (error) {
      const text = error instanceof ListRefused ? error.message : 'The list could not be saved.';
      setProblem({ text, errors: error instanceof ListRefused ? error.errors : [] });
    } finally {
      setBusy(false);
    }
  }
  return { save: (list: Omit<ListUpload, 'key' | 'onProgress'>) => void send(list), busy, share, problem };
}
