import { openAsBlob } from 'node:fs';
import { expectOk } from '#server/app/seed/hark-client.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import type { TestCustomer } from '#server/testing/crash/test-customer.ts';
import { until } from '#server/testing/crash/until.ts';
import { formOf } from '../data/contact-rows.ts';

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

/** Creates a campaign from a file, to be sent when it is executed; returns its id. */
export async function createFromFile(
  baseUrl: string,
  { client, voiceId }: TestCustomer,
  file: string,
): Promise<string> {
  const fields = { campaign_name: newId(), campaign_type: 'voicemail', voice_id: voiceId };
  const message = 'Hello, this is Hark.';
  const form = formOf(await openAsBlob(file), { ...fields, message });
  const headers = { cookie: client.cookie() };
  const response = await fetch(`${baseUrl}/api/campaigns/create/`, { method: 'POST', headers, body: form });
  const body = (await response.json()) as Record<string, unknown>;
  return (expectOk({ status: response.status, body })['campaign'] as { id: string }).id;
}
