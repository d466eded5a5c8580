import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import type { Agents } from './agents.ts';

/** Statuses whose responses have no body, with which `Response` refuses one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Returns a `fetch` that sends requests by agents, as the one of Node takes none. It reads the body of a request into
 * memory and follows no redirect.
 */
export function fetchBy(agents: Agents): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const body = Buffer.from(await request.arrayBuffer());
    const { signal } = init ?? {};
    const isHttps = request.url.startsWith('https:');
    const send = isHttps ? httpsRequest : httpRequest;
    const outgoing = send(request.url, {
      method: request.method,
      headers: {
        ...Object.fromEntries(request.headers),
        ...(request.body !== null && { 'content-length': body.length }),
      },
      agent: isHttps ? agents.https : agents.http,
      ...(signal && { signal }),
    });
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve);
      outgoing.on('error', reject);
      // Without a response or an error, as after an answer that changes the protocol.
      outgoing.once('close', () => {
        reject(new Error('the connection was closed without an answer'));
      });
    });
    outgoing.end(body);
    return toResponse(await response);
  };
}

function toResponse(message: IncomingMessage): Response {
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  if (WITHOUT_BODY.has(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  const body: unknown = Readable.toWeb(message);
  return new Response(body as BodyInit, { status, headers });
}
