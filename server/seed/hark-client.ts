/** A caller of Hark's documented REST paths with a cookie of its own, as a browser has. */
export interface HarkClient {
  get(path: string): Promise<HarkResponse>;
  post(path: string, body?: unknown): Promise<HarkResponse>;
  /** The session cookie as a `Cookie` header carries it; empty before the first session. */
  cookie(): string;
}

export interface HarkResponse {
  status: number;
  // The shapes are the documented ones; callers read the fields they need.
  body: Record<string, unknown>;
}

/** Talks to the Hark at `baseUrl`. */
export function createHarkClient(baseUrl: string): HarkClient {
  let cookie = '';
  const call = async (path: string, init: RequestInit): Promise<HarkResponse> => {
    const headers = { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers });
    const set = response.headers.getSetCookie().find((value) => /^(__Host-)?hark\.sid=/.test(value));
    if (set !== undefined) cookie = set.split(';')[0] ?? '';
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    get: (path) => call(path, {}),
    cookie: () => cookie,
    post: (path, body = {}) => call(path, { method: 'POST', body: JSON.stringify(body) }),
  };
}

/** The body of an answer that had to succeed; throws with what was said instead. */
export function expectOk({ status, body }: HarkResponse): Record<string, unknown> {
  if (status >= 400) throw new Error(`Hark answered ${String(status)}: ${String(body['error'])}`);
  return body;
}
