import type { HarkProcesses } from './hark-processes.ts';
import { until } from './until.ts';

const TIMEOUT_MS = 120_000;

/** Returns how one signed-in user sends requests that are repeated, under the same key, until Hark has answered. */
export function repeatedRequests({ baseUrl }: Pick<HarkProcesses, 'baseUrl'>, cookie: string) {
  const send = (path: string, key: string, body: unknown) =>
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'idempotency-key': key },
      body: JSON.stringify(body),
    });
  return async (path: string, key: string, body: unknown): Promise<Record<string, unknown>> =>
    until(
      `the answer to ${key}`,
      TIMEOUT_MS,
      async () => {
        const response = await send(path, key, body).catch(() => undefined);
        // Its process died, or another still works on it.
        if (response === undefined || response.status >= 500 || response.status === 409) return false;
        if (!response.ok) throw new Error(`${key}: ${await response.text()}`);
        return (await response.json()) as Record<string, unknown>;
      },
      200,
    );
}
