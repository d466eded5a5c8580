import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';

/** A request to a proxy, whose certificate nobody vouches for. */
export interface ProxyRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
}

/** A request that has begun. */
interface BegunRequest {
  request: ClientRequest;
  /** The whole answer. */
  answer: Promise<{ status: number; text: string }>;
  /** What of the answer comes first. */
  first: Promise<string>;
}

/** Begins a request; its body is to be written and ended. */
export function begin(url: string, { method, path, headers }: ProxyRequest): BegunRequest {
  const open = url.startsWith('https:') ? httpsRequest : httpRequest;
  const request = open(`${url}${path}`, { method, headers, rejectUnauthorized: false, agent: false });
  // A broken connection fails what is awaited of the answer.
  const response = once(request, 'response') as Promise<[IncomingMessage]>;
  request.on('error', () => undefined);
  const answer = async () => {
    const [received] = await response;
    return { status: received.statusCode ?? 0, text: await textOf(received) };
  };
  const first = async () => {
    const [received] = await response;
    const [chunk] = (await once(received, 'data')) as [Buffer];
    return chunk.toString();
  };
  // Only what is asked for is read.
  return {
    request,
    get answer() {
      return answer();
    },
    get first() {
      return first();
    },
  };
}

/** Sends a request. Rejects if there is no answer. */
export async function send(
  url: string,
  given: ProxyRequest & { body?: Buffer },
): Promise<{ status: number; text: string }> {
  const length = given.body === undefined ? {} : { 'content-length': String(given.body.length) };
  const { request, answer } = begin(url, { ...given, headers: { ...given.headers, ...length } });
  request.end(given.body);
  return answer;
}
