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
