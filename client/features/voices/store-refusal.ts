import { proxyText } from '#client/app/proxy-answer.ts';
import type { RawResponse } from '#client/app/post-form.ts';

/** The texts for the codes of an object store; S3 sends its own in XML, for programmers. */
const TEXTS: Readonly<Record<string, string>> = {
  EntityTooLarge: 'The file is larger than 10MB.',
  AccessDenied: 'This upload has expired or was not allowed. Please try again.',
  RequestTimeout: 'The upload took too long. Please try again.',
  SlowDown: 'The file could not be stored. Please try again in a minute.',
  ServiceUnavailable: 'The file could not be stored. Please try again in a minute.',
};

/** Returns why an object store refused an upload, in the words of Hark. */
export function storeRefusal(response: RawResponse): string {
  const { status, body } = response;
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? '';
  return (
    TEXTS[code] ??
    messageOf(body) ??
    proxyText(response) ??
    `The upload failed with status ${String(status)}.`
  );
}

/** Returns the text of an error in the format of Hark, which the local store has. */
function messageOf(body: string): string | undefined {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}
