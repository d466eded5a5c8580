import { endsSession, reportSessionEnd } from './session/session-end.ts';

/**
 * Saves what the API returns at `path` as a file. Returns whether it was saved: not if the session has ended, which is
 * reported. Throws for any other failure.
 */
export async function download(path: string, name: string): Promise<boolean> {
  const response = await fetch(path, { credentials: 'include' });
  if (endsSession({ httpStatus: response.status })) {
    reportSessionEnd();
    return false;
  }
  if (!response.ok) throw new Error(`The download failed with status ${String(response.status)}`);
  saveFile(await response.blob(), name);
  return true;
}

/** Downloads what a link leads to, as a file; a link of another origin names the file itself. */
export function saveLink(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Downloads a blob as a file. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveLink(url, name);
  // Once the click was handled, the download holds its own reference to the blob.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 0);
}
