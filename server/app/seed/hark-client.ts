/** A client of Hark's REST API with its own session cookie. */
export interface HarkClient {
  get(path: string): Promise<HarkResponse>;
  post(path: string, body?: unknown): Promise<HarkResponse>;
  put(path: string, body: unknown): Promise<HarkResponse>;
  /** The value of the `Cookie` header; empty without a session. */
  cookie(): string;
}

export interface HarkResponse {
  status: number;
  // Callers cast to the documented schema of the path.
  body: Record<string, unknown>;
}

/** Creates a client for the Hark at `baseUrl`, signed in by the `Cookie` header of another client if one is given. */
export function createHarkClient(baseUrl: string, cookieOfOther = ''): HarkClient {
  let cookie = cookieOfOther;
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
    put: (path, body) => call(path, { method: 'PUT', body: JSON.stringify(body) }),
    post: (path, body = {}) => call(path, { method: 'POST', body: JSON.stringify(body) }),
  };
}

/** Returns the body of a successful response; throws with its status and error otherwise. */
export function expectOk({ status, body }: HarkResponse): Record<string, unknown> {
  if (status >= 400) throw new Error(`Hark returned status ${String(status)}: ${String(body['error'])}`);
  return body;
}
