import { z } from 'zod';
import type { HttpAnswer } from '#server/providers/http-sender.ts';
import { KEY_USED_BEFORE } from './dropcowboy-reasons.ts';
import { parseJson } from './parse-json.ts';
import type { Drop, Placement } from './port.ts';

const accepted = z.object({ message_id: z.string().min(1) });
const refusal = z.object({
  reason_code: z.number().optional(),
  code: z.union([z.string(), z.number()]).optional(),
  title: z.string().optional(),
  detail: z.union([z.string(), z.object({ code: z.string() })]).optional(),
  message: z.string().optional(),
});

/** Refusals that are no fault of the drop: our credentials, our funds, our haste. */
const NOT_THE_DROP = new Set([401, 402, 403, 408, 425, 429]);

/** What an answer to `POST /rvm` says. A success that cannot be read is `unknown`: the carrier may have the drop. */
export function readPlacement({ status, headers, text }: HttpAnswer, drop: Drop, now: Date): Placement {
  const body = parseJson(text);
  if (status >= 200 && status < 300) {
    const answer = accepted.safeParse(body);
    return answer.success ? { kind: 'accepted', messageId: answer.data.message_id } : { kind: 'unknown' };
  }
  const { code, reason } = readRefusal(status, body);
  // Only a request that the carrier took before can have used the key: its report is the one to wait for.
  if (code === String(KEY_USED_BEFORE)) return { kind: 'accepted', messageId: drop.attemptId };
  if (status >= 500 || status < 400 || NOT_THE_DROP.has(status)) {
    const retryAfterMs = readRetryAfter(headers['retry-after'], now);
    return { kind: 'unavailable', code, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  }
  return { kind: 'rejected', code, reason };
}

function readRefusal(status: number, body: unknown): { code: string; reason: string } {
  const { data } = refusal.safeParse(body);
  const detail = data?.detail;
  const code =
    data?.reason_code ?? data?.code ?? (typeof detail === 'object' ? detail.code : undefined) ?? status;
  const reason =
    (typeof detail === 'string' ? detail : undefined) ??
    data?.message ??
    data?.title ??
    `The carrier answered ${String(status)}`;
  return { code: String(code), reason: reason.slice(0, 300) };
}

/** `Retry-After` in milliseconds: seconds or a date; `undefined` where absent or unreadable. */
function readRetryAfter(value: string | string[] | undefined, now: Date): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1_000;
  const wait = Date.parse(value) - now.getTime();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
