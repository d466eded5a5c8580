import { expect, type Page } from '@playwright/test';

/** Waits until the user's voice can be used. */
export async function voiceIsReady({ request }: Page): Promise<void> {
  await expect
    .poll(async () => (await request.get('/trpc/voices.list')).text())
    .toContain('"status":"ready"');
}
