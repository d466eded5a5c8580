import { z } from 'zod';
import type { HttpResponseData } from '#server/providers/http-sender.ts';
import { accountFaultOf, KEY_USED_BEFORE } from './dropcowboy-reasons.ts';
import { readRefusal } from './dropcowboy-refusals.ts';
import { parseJson } from '#server/providers/parse-json.ts';
import type { Drop, Placement } from './port.ts';

const TOO_MANY_REQUESTS = 429;

const accepted = z.object({ message_id: z.string().min(1) });

/** What an answer to `POST /rvm` says. A success that cannot be read is `unknown`: the carrier may have the drop. */
export function readPlacement(response: HttpResponseData, drop: Drop, now: Date): Placement {
  const { status, headers, text } = response;
  if (status >= 200 && status < 300) {
    const taken = accepted.safeParse(parseJson(text));
    return taken.success ? { kind: 'accepted', messageId: taken.data.message_id } : { kind: 'unknown' };
  }
  const { code, reason, retryable } = readRefusal(response);
  // Only a request that the carrier took before can have used the key: its report is the one to wait for.
  if (code === String(KEY_USED_BEFORE)) return { kind: 'accepted', messageId: drop.attemptId };
  const accountFault = accountFaultOf(code, status);
  if (accountFault !== undefined) return { kind: 'unavailable', code, accountFault };
  if (!retryable) return { kind: 'rejected', code, reason };
  const retryAfterMs = readRetryAfter(headers['retry-after'], now);
  return {
    kind: 'unavailable',
    code,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(status === TOO_MANY_REQUESTS && { notTaken: true }),
  };
}

/** `Retry-After` in milliseconds: seconds or a date; `undefined` where absent or unreadable. */
function readRetryAfter(value: string | string[] | undefined, now: Date): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1_000;
  const wait = Date.parse(value) - now.getTime();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
