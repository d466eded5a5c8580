import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { AppRouter } from '#server/app/app-router.ts';
import { openApiDocument } from '#server/platform/http/docs/openapi.ts';
import { isClientPage, restEntries } from '#server/platform/http/rest.ts';
import { PROVIDER } from '#shared/paths.ts';

interface Documented {
  pattern: RegExp;
  method: string;
  path: string;
  /** The error codes of each status; none for a success. */
  codes: Map<number, readonly string[]>;
}

interface Response {
  $ref?: string;
  content?: Record<string, { schema: { allOf?: { properties?: { code?: { enum: string[] } } }[] } }>;
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response> }>>;
  components: { responses: Record<string, Response> };
}

/** Compares the responses of an application with its OpenAPI document. */
export interface DocumentedResponses {
  app: RequestListener;
  /** What was answered and is not documented, one line each. */
  undocumented: ReadonlySet<string>;
}

/** The same for every system of a process. */
let documented: Promise<readonly Documented[]> | undefined;

/** Wraps an application so that each response to a documented call is looked up in the document. */
export async function watchResponses(
  app: RequestListener,
  appRouter: AppRouter,
): Promise<DocumentedResponses> {
  documented ??= documentedCalls(appRouter);
  const calls = await documented;
  const undocumented = new Set<string>();
  return {
    undocumented,
    app(req, res) {
      const call = callOf(calls, req);
      if (call !== undefined)
        readEnd(res, (body) => {
          const line = problemOf(call, res.statusCode, codeOf(res, body));
          if (line !== undefined) undocumented.add(line);
        });
      app(req, res);
    },
  };
}

async function documentedCalls(appRouter: AppRouter) {
  const { paths, components } = (await openApiDocument(appRouter, {
    cookieName: '',
    baseUrl: '',
  })) as unknown as Document;
  const codesOf = ({ $ref }: Response) => {
    const response = components.responses[$ref?.split('/').at(-1) ?? ''];
    const parts = response?.content?.['application/json']?.schema.allOf ?? [];
    return parts.flatMap(({ properties }) => properties?.code?.enum ?? []);
  };
  return restEntries(appRouter)
    .map(({ route: { path, method } }) => {
      const responses = Object.entries(paths[path]?.[method.toLowerCase()]?.responses ?? {});
      const codes = responses.map(([status, response]) => [Number(status), codesOf(response)] as const);
      const pattern = path
        .replace('{provider}', PROVIDER)
        .replace(/\/$/, '')
        .replace(/\{[^}]+\}/g, '[^/]+');
      return { method, path, codes: new Map(codes), pattern: new RegExp(`^${pattern}/?$`, 'i') };
    })
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
}

function callOf(calls: readonly Documented[], { method, url = '' }: IncomingMessage): Documented | undefined {
  const path = url.split('?')[0] ?? '';
  if (isClientPage(path)) return undefined;
  return calls.find((call) => call.method === method && call.pattern.test(path));
}

/** Calls `read` with the body of a response when it ends: with an error's, and with the last part of any other. */
function readEnd(res: ServerResponse, read: (body: string) => void): void {
  const parts: Buffer[] = [];
  const keep = (chunk: unknown) => {
    // What was written before may be a whole file.
    if (res.statusCode < 400) parts.length = 0;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) parts.push(Buffer.from(chunk));
  };
  const write = res.write.bind(res) as (...args: unknown[]) => boolean;
  res.write = ((...args: unknown[]) => {
    keep(args[0]);
    return write(...args);
  }) as typeof res.write;
  const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse;
  res.end = ((...args: unknown[]) => {
    keep(args[0]);
    const decompress = DECOMPRESS[String(res.getHeader('content-encoding'))];
    const body = Buffer.concat(parts);
    read(String(res.statusCode < 400 || decompress === undefined ? body : decompress(body)));
    return end(...args);
  }) as typeof res.end;
}

const DECOMPRESS: Partial<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
};

/** Returns the code of an error. */
function codeOf({ statusCode }: ServerResponse, body: string): string | undefined {
  if (statusCode < 400) return undefined;
  try {
    return String((JSON.parse(body) as { code?: unknown }).code);
  } catch {
    return 'no JSON';
  }
}

function problemOf({ method, path, codes }: Documented, status: number, code?: string): string | undefined {
  const documented = codes.get(status);
  // An answer from what the caller has stored.
  if (status === 304 && method === 'GET') return undefined;
  if (documented !== undefined && (code === undefined || documented.includes(code))) return undefined;
  return `${method} ${path}: ${String(status)} ${code ?? ''}`.trim();
}
