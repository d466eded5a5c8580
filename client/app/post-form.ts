/** A response with its unparsed body. */
export interface RawResponse {
  status: number;
  statusText: string;
  body: string;
}

/** The request was sent, or could have been, and no response came. */
export class NoResponse extends Error {}

interface SendOptions {
  headers?: Readonly<Record<string, string>>;
  /** Receives the uploaded share, 0 to 1. */
  onProgress: (share: number) => void;
  /** Aborts the upload. */
  signal?: AbortSignal;
}

/** Posts a form and resolves with the response, whatever its status. Rejects with `NoResponse` if there is none. */
export function postForm(url: string, form: FormData, options: SendOptions): Promise<RawResponse> {
  return send('POST', url, form, options);
}

/** Puts a file with its type as the content type; otherwise like `postForm`. */
export function putFile(url: string, file: File, options: SendOptions): Promise<RawResponse> {
  return send('PUT', url, file, options);
}

/** Uses XMLHttpRequest because `fetch` has no upload progress. */
function send(
  method: 'POST' | 'PUT',
  url: string,
  body: FormData | File,
  { headers = {}, onProgress, signal }: SendOptions,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(total > 0 ? loaded / total : 1);
    });
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request;
      resolve({ status, statusText, body: responseText });
    });
    for (const event of ['error', 'abort', 'timeout'] as const) {
      request.addEventListener(event, () => {
        reject(new NoResponse(`The upload ended without a response (${event})`));
      });
    }
    signal?.addEventListener('abort', () => {
      request.abort();
    });
    request.send(body);
  });
}
