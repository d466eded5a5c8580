import { signatureOf } from '#server/providers/carrier/dropcowboy-reports.ts';
import { HttpFailure, type HttpSender } from '#server/providers/http-sender.ts';
import type { DropEntry } from './read-model.ts';
import type { WebhookRecord } from './log-records.ts';

const CALLBACK_TIMEOUT_MS = 10_000;
const WEBHOOK_TIMEOUT_MS = 5_000;
const INTERNAL_DNC = 4016;

/** Posts a drop's unsigned callback, which carries the attempt id, once. */
export async function postCallback(sender: HttpSender, drop: DropEntry, url: string): Promise<void> {
  const body = {
    drop_id: drop.id,
    phone_number: drop.to,
    product_code: 'rvm',
    ...outcomeFields(drop),
    dnc: drop.code === INTERNAL_DNC,
    attempt_date: new Date(drop.calledAt ?? drop.at).toISOString(),
    foreign_id: drop.attemptId,
  };
  await post(sender, { url, body: JSON.stringify(body), headers: {}, timeoutMs: CALLBACK_TIMEOUT_MS });
}

/** Posts a drop's signed webhook, which carries only the number, and returns the response status, if any. */
export function postWebhook(
  sender: HttpSender,
  drop: DropEntry,
  { webhook, attempt, now }: { webhook: WebhookRecord; attempt: number; now: Date },
): Promise<number | undefined> {
  const body = JSON.stringify({
    event_id: drop.id,
    event: 'contact.rvm.status',
    event_at: drop.calledAt ?? drop.at,
    data: { drop_id: drop.id, campaign_id: null, campaign_type: 'rvm', ...outcomeFields(drop), to: drop.to },
  });
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const headers = {
    'x-signature': signatureOf(webhook.secret, timestamp, body),
    'x-timestamp': timestamp,
    'x-signature-version': 'v1',
    'x-event-id': drop.id,
    'x-attempt': String(attempt),
  };
  return post(sender, { url: webhook.url, body, headers, timeoutMs: WEBHOOK_TIMEOUT_MS });
}

function outcomeFields({ code, reason }: DropEntry): Record<string, unknown> {
  return { status: code === 0 ? 'success' : 'failure', reason, reason_code: code };
}

interface Message {
  url: string;
  body: string;
  headers: Record<string, string>;
  timeoutMs: number;
}

/** Returns the response status, or undefined if there was no response. */
async function post(sender: HttpSender, { headers, ...message }: Message): Promise<number | undefined> {
  try {
    const { status } = await sender.send({
      method: 'POST',
      ...message,
      headers: { 'content-type': 'application/json', ...headers },
    });
    return status;
  } catch (error) {
    if (error instanceof HttpFailure) return undefined;
    throw error;
  }
}
