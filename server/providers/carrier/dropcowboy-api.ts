import { z } from 'zod';
import {
  HttpFailure,
  type HttpResponseData,
  type HttpRequest,
  type HttpSender,
} from '#server/providers/http-sender.ts';
import { ProviderRejected, ProviderUnavailable } from '#server/providers/errors.ts';
import { readRefusal } from './dropcowboy-refusals.ts';
import { parseJson } from '#server/providers/parse-json.ts';

/** Drop Cowboy's calls about the account, as opposed to drops. They reject with the errors of providers. */
export interface DropCowboyApi {
  /** Calls a path of the API; answers the `data` that every answer holds. */
  call<T>(
    request: { method: 'GET' | 'POST'; path: string; body?: Record<string, unknown> },
    data: z.ZodType<T>,
  ): Promise<T>;
  /** Puts a file to a signed address, which must not see our credentials. */
  put(url: string, file: { contentType: string; bytes: Buffer }): Promise<void>;
}

export interface DropCowboyApiOptions {
  baseUrl: string;
  credentials: Record<string, string>;
  sender: HttpSender;
  timeoutMs: number;
  uploadTimeoutMs: number;
}

/** Drop Cowboy's API at `baseUrl`, called with our credentials. */
export function createDropCowboyApi(options: DropCowboyApiOptions): DropCowboyApi {
  const { baseUrl, credentials, sender, timeoutMs, uploadTimeoutMs } = options;
  return {
    async call({ method, path, body }, data) {
      const { status, text } = await send(sender, {
        method,
        url: `${baseUrl}${path}`,
        headers: credentials,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        timeoutMs,
      });
      const response = z.object({ data }).safeParse(parseJson(text));
      if (response.success) return response.data.data;
      throw new ProviderUnavailable(`The carrier’s answer to ${path} cannot be read`, String(status));
    },
    async put(url, { contentType, bytes }) {
      const headers = { 'content-type': contentType };
      await send(sender, { method: 'PUT', url, headers, body: bytes, timeoutMs: uploadTimeoutMs });
    },
  };
}

/** Sends a request; anything but a 2xx rejects. */
async function send(sender: HttpSender, request: HttpRequest): Promise<HttpResponseData> {
  const response = await sender.send(request).catch((cause: unknown) => {
    if (!(cause instanceof HttpFailure)) throw cause;
    throw new ProviderUnavailable(cause.message, '', { cause });
  });
  if (response.status >= 200 && response.status < 300) return response;
  const { code, reason, retryable } = readRefusal(response);
  throw retryable ? new ProviderUnavailable(reason, code) : new ProviderRejected(reason, code);
}
