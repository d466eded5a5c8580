import createFetchClient, { type ClientMethod } from 'openapi-fetch';
import type { HttpMethod, MediaType } from 'openapi-typescript-helpers';
import { HarkError, noAnswer } from './hark-error.ts';

const KEY = 'Idempotency-Key';
const TYPE = 'Content-Type';
const MAX_RETRIES = 3;
const FIRST_WAIT_MS = 500;
/** A longer wait than this is the caller's to decide. */
const LONGEST_WAIT_MS = 60_000;

export interface HarkOptions {
  /** An API key, `hark_…`. */
  apiKey: string;
  /** The address of Hark, without a path. */
  baseUrl: string;
  /** How often a request is made again if it was not answered, or Hark was busy; 3 by default. */
  maxRetries?: number;
  fetch?: typeof globalThis.fetch;
  /** Waits for so many milliseconds. */
  wait?: (ms: number) => Promise<void>;
}

export interface CallInit {
  params?: { query?: object; path?: object; header?: object };
  headers?: HeadersInit;
  body?: unknown;
  signal?: AbortSignal;
  parseAs?: 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream';
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Call = <Data = unknown>(path: string, init?: CallInit) => Promise<Data>;

/** Calls by path, as the API document writes it; each resolves to the data of its answer. */
export interface Calls {
  get: Call;
  post: Call;
  put: Call;
  delete: Call;
  /** The pages of a list, as long as an answer names a next one. */
  pages: <Page = unknown>(path: string, init?: CallInit) => AsyncGenerator<Page>;
}

/**
 * Makes the calls of the API. `keyed` names those that take an `Idempotency-Key`, as `POST /path/`: they and reads are made
 * again after a failure, with the same key. `csv` names those whose body is CSV alone. All reject with a `HarkError`, or as
 * `signal` says; either has the key.
 */
export function createCalls(
  { apiKey, baseUrl, maxRetries = MAX_RETRIES, fetch = globalThis.fetch, wait = waitFor }: HarkOptions,
  keyed: ReadonlySet<string>,
  csv: ReadonlySet<string> = new Set(),
): Calls {
  const http = createFetchClient<AnyPaths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    fetch: (request) => fetch(request),
    headers: { Authorization: `Bearer ${apiKey}` },
    bodySerializer: serialize,
  });

  async function once(method: Method, path: string, init: CallInit): Promise<Answer> {
    const send = http[method] as ClientMethod<AnyPaths, HttpMethod, MediaType>;
    try {
      const { data, error, response } = await send(path, init as never);
      if (response.ok) return { data, next: cursorOf(response.headers.get('Link')) };
      return {
        error: new HarkError(response.status, error),
        retryAfter: response.headers.get('Retry-After'),
      };
    } catch (error) {
      if (init.signal?.aborted === true) throw error;
      return { error: noAnswer(error), retryAfter: null };
    }
  }

  async function answered(method: Method, path: string, init: CallInit = {}): Promise<Success> {
    const isKeyed = keyed.has(`${method} ${path}`);
    const headers = headersOf(init, isKeyed);
    const type = csv.has(`${method} ${path}`) ? 'text/csv' : typeOf(init.body);
    if (type !== '' && !headers.has(TYPE)) headers.set(TYPE, type);
    const key = headers.get(KEY) ?? undefined;
    for (let attempt = 0; ; attempt += 1) {
      const answer = await once(method, path, { ...init, headers }).catch((error: unknown) => {
        throw withKey(error as Error, key);
      });
      if ('data' in answer) return answer;
      const mayRepeat = (method === 'GET' || isKeyed) && attempt < maxRetries;
      const ms = mayRepeat ? waitBefore(answer, attempt) : null;
      if (ms === null) throw withKey(answer.error, key);
      await wait(ms);
    }
  }

  const call = async (method: Method, path: string, init?: CallInit) =>
    (await answered(method, path, init)).data;

  async function* pages(path: string, init: CallInit = {}): AsyncGenerator {
    let next: string | undefined;
    do {
      const query = { ...init.params?.query, ...(next !== undefined && { cursor: next }) };
      const page = await answered('GET', path, { ...init, params: { ...init.params, query } });
      yield page.data;
      next = page.next;
    } while (next !== undefined);
  }

  return {
    get: (path, init) => call('GET', path, init),
    post: (path, init) => call('POST', path, init),
    put: (path, init) => call('PUT', path, init),
    delete: (path, init) => call('DELETE', path, init),
    pages,
  } as Calls;
}

type AnyPaths = Record<string, Record<HttpMethod, object>>;

interface Refusal {
  error: HarkError;
  retryAfter: string | null;
}

interface Success {
  data: unknown;
  /** The cursor of the next page of a list; undefined where there is none. */
  next: string | undefined;
}

type Answer = Success | Refusal;

/** Returns the headers of a call, the caller's key among them, wherever it was given, or one that is made for the call. */
function headersOf({ headers, params }: CallInit, isKeyed: boolean): Headers {
  const all = new Headers(headers);
  for (const [name, value] of Object.entries(params?.header ?? {}))
    if (value !== undefined && value !== null) all.set(name, String(value));
  if (isKeyed && !all.has(KEY)) all.set(KEY, crypto.randomUUID());
  return all;
}

/** Returns the type of a body that has one of its own, or an empty text: what is serialized here is JSON or a form. */
function typeOf(body: unknown): string {
  return body instanceof Blob ? body.type : '';
}

/** Returns the cursor of the address in a `Link` header with `rel="next"`. Not all lists have it in the body. */
function cursorOf(link: string | null): string | undefined {
  const [, address] = /<([^>]*)>\s*;\s*rel="next"/.exec(link ?? '') ?? [];
  if (address === undefined) return undefined;
  return new URL(address, 'http://any').searchParams.get('cursor') ?? undefined;
}

/** Returns how long to wait before a failed request is made again; null if that would not help. */
function waitBefore({ error: { status, code }, retryAfter }: Refusal, attempt: number): number | null {
  // The first attempt, whose answer was lost, may be at work still.
  const isAtWork = attempt > 0 && status === 409 && code === 'CONFLICT';
  if (status !== 0 && status !== 429 && status < 500 && !isAtWork) return null;
  const asked = retryAfter === null ? NaN : Number(retryAfter) * 1_000;
  const ms = Number.isNaN(asked) ? FIRST_WAIT_MS * 2 ** attempt * (1 + Math.random()) : asked;
  return ms <= LONGEST_WAIT_MS ? ms : null;
}

function withKey<Thrown extends object>(error: Thrown, key: string | undefined): Thrown {
  return key === undefined ? error : Object.assign(error, { idempotencyKey: key });
}

/** A body with a file is a form, whose objects and lists are JSON. A text is sent as it is. */
function serialize(body: unknown): string | Blob | FormData {
  if (typeof body === 'string' || body instanceof Blob) return body;
  const fields = Object.entries(body ?? {});
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields)
    if (value !== undefined)
      form.append(name, typeof value === 'string' || value instanceof Blob ? value : JSON.stringify(value));
  return form;
}

function waitFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
