import type { Page } from '@playwright/test';

/** Changes what the server returns for one query, also within a batch; `change` gets the data and returns it changed. */
export async function changeAnswer<Data>(
  page: Page,
  query: string,
  change: (data: Data) => Data,
): Promise<void> {
  await page.route('**/trpc/**', async (route) => {
    const queries = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    const at = queries.indexOf(query);
    if (at === -1) {
      await route.fallback();
      return;
    }
    try {
      const response = await route.fetch();
      const body = (await response.json()) as { result: { data: Data } }[];
      const answer = body[at];
      if (answer !== undefined) answer.result.data = change(answer.result.data);
      await route.fulfill({ response, json: body });
    } catch {
      // The page was reloaded meanwhile, and asks again.
      await route.abort().catch(() => undefined);
    }
  });
}

/** Answers calls of a procedure, also in a batch, with a status and no body that the client could show. */
export function fail(page: Page, procedure: string, status = 500): Promise<unknown> {
  return page.route(callsOf(procedure), (route) => route.fulfill({ status, body: 'oops' }));
}

/** Answers calls of a procedure, also in a batch, with an error of Hark. */
export function refuse(
  page: Page,
  procedure: string,
  status: number,
  appCode: string,
  message: string,
): Promise<unknown> {
  return page.route(callsOf(procedure), (route) => {
    const calls = new URL(route.request().url()).pathname.split(',');
    const data = { code: 'UNAUTHORIZED', httpStatus: status, path: procedure, appCode, details: {} };
    return route.fulfill({ status, json: calls.map(() => ({ error: { message, code: -32_001, data } })) });
  });
}

/** Lets calls of a procedure get no answer. */
export function cutOff(page: Page, procedure: string): Promise<unknown> {
  return page.route(callsOf(procedure), (route) => route.abort());
}

function callsOf(procedure: string): RegExp {
  return new RegExp(`/trpc/[^?]*${procedure.replace('.', '\\.')}\\b`);
}
