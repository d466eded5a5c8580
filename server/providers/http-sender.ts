import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import pLimit from 'p-limit';
import { directAgents, type CreateAgents } from '#server/platform/lib/outgoing/agents.ts';

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
  /** Asked right before the request is written to its connection: if it returns false then, nothing is sent. */
  maySend?: () => boolean;
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
    const { method, url } = request;
    if (closed) return Promise.reject(new HttpFailure(`${method} ${url}: closed`, false));
    const body = bytesOf(request.body ?? '');
    const headers = {
      ...request.headers,
      ...(method !== 'GET' && { 'content-length': String(body.length) }),
    };
    const outgoing = url.startsWith('https:')
      ? httpsRequest(url, { method, headers, agent: agents.https })
      : httpRequest(url, { method, headers, agent: agents.http });
    return responseOf(outgoing, request, body);
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
  { method, url, timeoutMs, maySend = () => true }: HttpRequest,
  body: Buffer,
): Promise<HttpResponseData> {
  return new Promise((resolve, reject) => {
    let [isSent, isAnswered] = [false, false];
    let timer: NodeJS.Timeout | undefined;
    // Not before there is a connection: a process may be suspended while it waits for one.
    const send = () => {
      if (!maySend()) return outgoing.destroy(new Error('not to be sent any more'));
      isSent = true;
      return outgoing.end(body);
    };
    outgoing.on('socket', (socket) => {
      const opened = openingEvent(socket);
      // A reused connection emits no event, and would accumulate listeners.
      if (opened === undefined) send();
      else socket.once(opened, send);
      timer = setTimeout(
        () => outgoing.destroy(new Error(`no response within ${String(timeoutMs)} ms`)),
        timeoutMs,
      );
    });
    outgoing.on('close', () => {
      clearTimeout(timer);
      // Without a response or an error, as after an answer that changes the protocol.
      if (!isAnswered) reject(new HttpFailure(`${method} ${url}: no response`, isSent));
    });
    outgoing.on('error', (cause) => {
      reject(new HttpFailure(`${method} ${url}: ${cause.message}`, isSent, { cause }));
    });
    outgoing.on('response', (response) => {
      isAnswered = true;
      readResponse(response).then(resolve, (cause: unknown) => {
        reject(new HttpFailure(`${method} ${url}: the response was truncated`, true, { cause }));
      });
    });
  });
}

/** Returns the event that a connection emits once it can be written to; undefined if it can be already. */
function openingEvent(socket: Socket): 'connect' | 'secureConnect' | undefined {
  if ('secureConnecting' in socket && socket.secureConnecting === true) return 'secureConnect';
  return socket.connecting ? 'connect' : undefined;
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
