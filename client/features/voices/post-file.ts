/** The upload was cancelled. */
export class UploadCancelled extends Error {}

interface PostOptions {
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Posts a file with a presigned form: all fields first, the file last. Rejects if the upload fails. */
export function postFile(
  { url, fields }: { url: string; fields: Record<string, string> },
  file: File,
  { onProgress, signal }: PostOptions,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return new Promise((resolve, reject) => {
    // XMLHttpRequest, because fetch has no upload progress.
    const request = new XMLHttpRequest();
    const failed = () => {
      reject(
        signal.aborted
          ? new UploadCancelled()
          : new Error(`The upload failed with status ${String(request.status)}`),
      );
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(total === 0 ? 0 : loaded / total);
    });
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else failed();
    });
    request.addEventListener('error', failed);
    request.addEventListener('abort', failed);
    signal.addEventListener('abort', () => {
      request.abort();
    });
    request.open('POST', url);
    request.send(form);
  });
}
