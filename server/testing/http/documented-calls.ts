import { restEntries, type RestEntry } from '#server/platform/http/rest.ts';
import { AUTHORIZATION_RULES } from './authorization-rules.ts';
import type { TestHark } from '#server/testing/system/hark.ts';

/** Public procedures; all others require a signed-in user. */
export const PUBLIC_CALLS: ReadonlySet<string> = new Set(
  Object.entries(AUTHORIZATION_RULES).flatMap(([name, { who }]) => (who === 'anyone' ? [name] : [])),
);

/** The result of an HTTP request. */
export interface HttpResult {
  status: number;
  type: string | null;
  /** The methods that a 405 names. */
  allow: string | null;
  text: string;
}

/** Sends a request verbatim, without a client library. */
export async function send(
  hark: TestHark,
  path: string,
  init: { method?: string; headers?: Record<string, string>; cookie?: string; body?: string | FormData } = {},
): Promise<HttpResult> {
  const { cookie, headers = {}, ...rest } = init;
  const response = await fetch(`${hark.baseUrl}${path}`, {
    ...rest,
    headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
    redirect: 'manual',
  });
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    allow: response.headers.get('allow'),
    text: await response.text(),
  };
}

/** Returns the documented paths from the router's metadata. */
export function documentedPaths(hark: TestHark): RestEntry[] {
  return restEntries(hark.composition.appRouter);
}

/** Returns a documented path with its parameters filled in; `{provider}` is the only provider. */
export function filledPath(path: string, value: string): string {
  return path.replace('{provider}', 'dropcowboy').replace(/\{\w+\}/g, encodeURIComponent(value));
}

export const JSON_TYPE = { 'content-type': 'application/json' } as const;
