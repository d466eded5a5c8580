import { expectOk } from '#server/app/seed/hark-client.ts';
import type { TestCustomer } from '#server/testing/crash/test-customer.ts';
import { until } from '#server/testing/crash/until.ts';

const TIMEOUT_MS = 600_000;
/** Polling interval; more frequent requests would slow the campaign down. */
const LOOK_MS = 100;

/**
 * Sends a campaign now; resolves when all of it is settled. Throws if it ends in another way than with success, or not within
 * `timeoutMs`.
 */
export async function sendCampaign(
  { client }: TestCustomer,
  id: string,
  timeoutMs = TIMEOUT_MS,
): Promise<void> {
  expectOk(await client.post(`/api/campaigns/${id}/execute/`));
  const isOver = async (): Promise<boolean> => {
    const { status } = expectOk(await client.get(`/api/campaigns/${id}/status/`));
    if (status === 'Failed' || status === 'Paused') throw new Error(`The campaign is ${status}.`);
    return status === 'Success';
  };
  await until('the end of the campaign', timeoutMs, isOver, LOOK_MS);
}
