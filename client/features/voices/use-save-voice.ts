import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { NoResponse, postForm, putFile } from '#client/app/post-form.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { toast } from '#client/ui/overlays/toast.tsx';
import { fileToUpload, type VoiceSound } from './recording/voice-sound.ts';
import { storeRefusal } from './store-refusal.ts';

interface VoiceDetails {
  title: string;
  description: string;
  avatar: number;
}

/** The audio of a new voice, or the voice whose details change. */
type Target = { kind: 'new'; sound: VoiceSound | null } | { kind: 'existing'; vid: string };

interface SaveVoice {
  start: (details: VoiceDetails, target: Target) => void;
  /** Cancels the upload; its slot in the library becomes free. */
  cancel: () => void;
  saving: boolean;
  /** Upload progress, 0 to 1, while it runs. */
  progress: number | undefined;
  /** Error message for the user. */
  problem: string | undefined;
  forgetProblem: () => void;
}

/** Our own error texts; other errors use the server's message. */
class SaveProblem extends Error {}

/** Saves a voice: uploads a new one with its audio, or changes the details of one. */
export function useSaveVoice(onSaved: () => void): SaveVoice {
  const { client } = trpc.useUtils();
  const refresh = useRefreshVoices();
  const abort = useRef<AbortController>(null);
  const [progress, setProgress] = useState<number>();

  const upload = async (details: VoiceDetails, sound: VoiceSound | null, { signal }: AbortController) => {
    if (sound === null) throw new SaveProblem('Please upload or record a voice.');
    const file = await fileToUpload(sound);
    refuseCancelled(signal);
    const { message, vid } = await client.voices.beginUpload
      .mutate({ ...details, file_name: file.name, file_type: UPLOAD_TYPE, file_size: file.size })
      .catch(noUpload);
    if (urlOf(message) === '') throw new SaveProblem('Presigned URL missing');
    try {
      refuseCancelled(signal);
      setProgress(0);
      await sendFile(message, file, { onProgress: setProgress, signal });
      refuseCancelled(signal);
      await client.voices.confirmUpload.mutate({ id: vid });
    } catch (error) {
      // Frees the slot immediately; otherwise it stays reserved until the upload form expires.
      await client.voices.remove.mutate({ id: vid }).catch(() => undefined);
      throw error;
    }
  };

  const change = async (details: VoiceDetails, vid: string) => {
    if (vid === '') throw new SaveProblem('Voice ID is required for metadata update.');
    await client.voices.update.mutate({ ...details, id: vid });
  };

  const saving = useMutation({
    mutationFn: ({ details, target }: { details: VoiceDetails; target: Target }) =>
      target.kind === 'existing'
        ? change(details, target.vid)
        : upload(details, target.sound, (abort.current = new AbortController())),
    async onSuccess(_, { target }) {
      toast.success(
        target.kind === 'existing' ? 'Voice metadata updated successfully!' : 'Voice uploaded successfully!',
      );
      await refresh();
      onSaved();
    },
    onSettled: () => {
      setProgress(undefined);
    },
  });

  return {
    start: (details, target) => {
      saving.mutate({ details, target });
    },
    cancel: () => abort.current?.abort(),
    saving: saving.isPending,
    progress,
    problem: problemText(saving.error),
    forgetProblem: saving.reset,
  };
}

/** Throws the server's message, or a generic text without one. */
function noUpload(error: unknown): never {
  throw new SaveProblem(errorText(error, 'Could not obtain presigned data'), { cause: error });
}

function problemText(error: Error | null): string | undefined {
  if (error === null || error instanceof UploadCancelled) return undefined;
  return error instanceof SaveProblem ? error.message : errorText(error, 'Save operation failed.');
}

/** The upload was cancelled. */
class UploadCancelled extends Error {}

function refuseCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new UploadCancelled();
}

interface UploadOptions {
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

const UPLOAD_TYPE = 'audio/mpeg';
const INTERRUPTED = 'The upload was interrupted. Please try again.';

/** Where a file is sent: a presigned URL, alone or with the fields of a form. */
type UploadTarget = string | { url: string; fields?: Readonly<Record<string, string>> };

function urlOf(target: UploadTarget): string {
  return typeof target === 'string' ? target : target.url;
}

/** Posts a file with the fields of a form, the file last; puts it where there are none. Rejects if the upload fails. */
async function sendFile(target: UploadTarget, file: File, options: UploadOptions): Promise<void> {
  const fields = typeof target === 'string' ? undefined : target.fields;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form.append(name, value);
  form.append('file', file);
  const url = urlOf(target);
  // The type is part of the signature of a URL.
  const headers = { 'Content-Type': UPLOAD_TYPE };
  const sending =
    fields === undefined ? putFile(url, file, { ...options, headers }) : postForm(url, form, options);
  const response = await sending.catch((error: unknown) => {
    if (options.signal.aborted) throw new UploadCancelled();
    throw error instanceof NoResponse ? new SaveProblem(INTERRUPTED) : error;
  });
  if (response.status < 200 || response.status >= 300) throw new SaveProblem(storeRefusal(response));
}

/** Refetches all queries that show voices. */
export function useRefreshVoices(): () => Promise<void> {
  const { voices, auth } = trpc.useUtils();
  return async () => {
    await Promise.all([voices.list.invalidate(), voices.metadata.invalidate(), auth.userInfo.invalidate()]);
  };
}
