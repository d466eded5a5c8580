import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { matchRoute, parsePath, type RoutePath } from '../http/route-path.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** An error response in the format of the carrier's API. */
export class Problem extends Error {
  readonly status: number;

  constructor(status: number, title: string) {
    super(title);
    this.status = status;
  }
}

/** A request with its URL and the ids in its path. */
interface Call {
  req: IncomingMessage;
  res: ServerResponse;
  url: URL;
  ids: string[];
}

/** A path of the API; without `isPublic` it returns 401 to wrong credentials. */
export interface Route extends RoutePath {
  isPublic: boolean;
  handle(call: Call): Promise<void>;
}

/** Creates a route from a method and path such as `POST /media/:id`. */
export function route(path: string, handle: Route['handle']): Route {
  return { ...parsePath(path), isPublic: false, handle };
}

/** Creates a route that is served without credentials. */
export function publicRoute(path: string, handle: Route['handle']): Route {
  return { ...parsePath(path), isPublic: true, handle };
}

/** Creates an HTTP server for `routes`; `isTrusted` checks the credentials of a request. */
export function createRouteServer(
  routes: readonly Route[],
  isTrusted: (req: IncomingMessage) => boolean,
): Server {
  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://carrier');
    const match = matchRoute(routes, req.method, url.pathname);
    if (match === undefined) throw new Problem(404, 'Not Found');
    if (!match.route.isPublic && !isTrusted(req)) throw new Problem(401, 'Unauthorized');
    await match.route.handle({ req, res, url, ids: match.ids });
  }

  return createServer({ keepAliveTimeout: 30_000 }, (req, res) => {
    handle(req, res).catch((error: unknown) => {
      sendProblem(res, error);
    });
  });
}

/** Reads a JSON body. Throws `Problem` 413 if it is too large and 400 if it is not JSON. */
export async function readJson(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Problem(413, 'Payload Too Large');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Problem(400, 'Bad Request');
  }
}

export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  res.end(text);
}

/** Sends the error response for a thrown value: the status of a `Problem`, 400 for a Zod error, otherwise 500. */
function sendProblem(res: ServerResponse, error: unknown): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  if (error instanceof z.ZodError)
    sendJson(res, 400, { title: 'Bad Request', status: 400, detail: z.prettifyError(error) });
  else if (error instanceof Problem)
    sendJson(res, error.status, { title: error.message, status: error.status });
  else {
    console.error(error);
    sendJson(res, 500, { title: 'Internal Server Error', status: 500 });
  }
}
