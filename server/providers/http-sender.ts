import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import pLimit from 'p-limit';
import { directAgents, type CreateAgents } from '#server/lib/outgoing/agents.ts';

const MAX_RESPONSE_BYTES = 256 * 1024;
/** Shorter than the keep-alive time of any peer, so that no connection is reused while the peer closes it. */
const MAX_IDLE_MS = 4_000;

/** An HTTP response; header names are in lower case. */
export interface HttpResponseData {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

/** No response was read. `sent` is false only if the peer cannot have received the request. */
export class HttpFailure extends Error {
  readonly sent: boolean;

  constructor(message: string, sent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HttpFailure';
    this.sent = sent;
  }
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Counted from when the request has a connection; waiting for one is not included. */
  timeoutMs: number;
  /** Checked when the request has a connection: if aborted by then, the request is not sent. */
  signal?: AbortSignal;
}

/** An HTTP client with kept-alive connections and a connection limit. */
export interface HttpSender {
  /** Resolves with any HTTP status; rejects with `HttpFailure`. Never sends a request twice. */
  send(request: HttpRequest): Promise<HttpResponseData>;
  close(): void;
}

/**
 * Creates a sender with at most `maxConnections` concurrent requests; further ones are queued. `createAgents` decides
 * which go through a proxy; default: none.
 */
export function createHttpSender(
  maxConnections: number,
  createAgents: CreateAgents = directAgents,
): HttpSender {
  const agents = createAgents({ keepAlive: true, maxSockets: maxConnections, timeout: MAX_IDLE_MS });
  const limit = pLimit(maxConnections);
  let closed = false;

  function sendNow(request: HttpRequest): Promise<HttpResponseData> {
    const { method, url, signal } = request;
    if (signal?.aborted === true)
      return Promise.reject(new HttpFailure(`${method} ${url}: aborted before it was sent`, false));
    if (closed) return Promise.reject(new HttpFailure(`${method} ${url}: closed`, false));
    const body = bytesOf(request.body ?? '');
    const headers = {
      ...request.headers,
      ...(method !== 'GET' && { 'content-length': String(body.length) }),
    };
    const outgoing = url.startsWith('https:')
      ? httpsRequest(url, { method, headers, agent: agents.https })
      : httpRequest(url, { method, headers, agent: agents.http });
    const response = responseOf(outgoing, request);
    outgoing.end(body);
    return response;
  }

  return {
    send: (request) => limit(sendNow, request),
    close() {
      closed = true;
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

function bytesOf(body: string | Buffer): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

function responseOf(
  outgoing: ClientRequest,
  { method, url, timeoutMs }: HttpRequest,
): Promise<HttpResponseData> {
  return new Promise((resolve, reject) => {
    let connected = false;
    let timer: NodeJS.Timeout | undefined;
    outgoing.on('socket', (socket) => {
      connected = !socket.connecting;
      // A reused connection emits no `connect` event, and would accumulate listeners.
      if (!connected) {
        socket.once('connect', () => {
          connected = true;
        });
      }
      timer = setTimeout(
        () => outgoing.destroy(new Error(`no response within ${String(timeoutMs)} ms`)),
        timeoutMs,
      );
    });
    outgoing.on('close', () => {
      clearTimeout(timer);
    });
    outgoing.on('error', (cause) => {
      reject(new HttpFailure(`${method} ${url}: ${cause.message}`, connected, { cause }));
    });
    outgoing.on('response', (response) => {
      readResponse(response).then(resolve, (cause: unknown) => {
        reject(new HttpFailure(`${method} ${url}: the response was truncated`, true, { cause }));
      });
    });
  });
}

async function readResponse(response: IncomingMessage): Promise<HttpResponseData> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new Error('the response is too large');
    chunks.push(chunk);
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(chunks).toString('utf8'),
  };
}
