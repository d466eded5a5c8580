import { z } from 'zod';
import type { HttpResponseData } from '#server/providers/http-sender.ts';
import { parseJson } from '#server/providers/parse-json.ts';
import { accountFaultOf, KEY_USED_BEFORE, meaningOf, unknownReason } from './dropcowboy-reasons.ts';
import type { Drop, Placement } from './port.ts';

const code = z.union([z.string().min(1).max(100), z.number()]);
const body = z.object({
  reason_code: z.number().optional(),
  code: code.optional(),
  details: z.object({ code: code.optional() }).nullish(),
  title: z.string().optional(),
  detail: z.union([z.string(), z.object({ code: z.string().max(100) })]).optional(),
  message: z.string().optional(),
});

/** Client error statuses that do not mean a bad request: credentials, funds, rate limits, a concurrent duplicate. */
const RETRYABLE_STATUSES = new Set([401, 402, 403, 408, 409, 425, 429]);

/** A parsed response other than 2xx. */
export interface Refusal {
  /** The carrier's code; the HTTP status if there is none. */
  code: string;
  /** Text shown to users. */
  reason: string;
  /** The words of the carrier, for operators only. */
  detail: string;
  /** The same request may succeed later. */
  retryable: boolean;
}

/** Parses a response other than 2xx with any body: problem details, a plain message, or neither. */
export function readRefusal({ status, text }: HttpResponseData): Refusal {
  const { data } = body.safeParse(parseJson(text));
  const detail = data?.detail;
  const given =
    data?.reason_code ??
    data?.code ??
    data?.details?.code ??
    (typeof detail === 'object' ? detail.code : undefined);
  const words = (typeof detail === 'string' ? detail : undefined) ?? data?.message ?? data?.title ?? '';
  const code = String(given ?? status);
  return {
    code,
    reason: textOf(code, status),
    detail: words.slice(0, 300),
    retryable: status >= 500 || status < 400 || RETRYABLE_STATUSES.has(status),
  };
}

/** Returns what users read of a refusal: the carrier's words may name what is the operator's alone. */
function textOf(code: string, status: number): string {
  if (/^\d{4}$/.test(code)) return meaningOf(Number(code)).text;
  if (code !== String(status) && /^[\w.-]{1,60}$/.test(code)) return unknownReason(code);
  return `The carrier returned status ${String(status)}`;
}

const TOO_MANY_REQUESTS = 429;

const accepted = z.object({ message_id: z.string().min(1) });

/** Parses the response to `POST /rvm`. An unreadable success is `unknown`: the carrier may have the drop. */
export function readPlacement(response: HttpResponseData, drop: Drop, now: Date): Placement {
  const { status, headers, text } = response;
  if (status >= 200 && status < 300) {
    const parsed = accepted.safeParse(parseJson(text));
    return parsed.success ? { kind: 'accepted', messageId: parsed.data.message_id } : { kind: 'unknown' };
  }
  const { code, reason, retryable } = readRefusal(response);
  // The key was used by a request the carrier accepted: the report of that one follows.
  if (code === String(KEY_USED_BEFORE)) return { kind: 'accepted', messageId: drop.attemptId };
  const accountFault = accountFaultOf(code, status);
  if (accountFault !== undefined) return { kind: 'unavailable', code, accountFault };
  if (!retryable) return { kind: 'rejected', code, reason };
  const retryAfterMs = readRetryAfter(headers['retry-after'], now);
  return {
    kind: 'unavailable',
    code,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(status === TOO_MANY_REQUESTS && { notAccepted: true }),
  };
}

/** Parses `Retry-After` (seconds or a date) to milliseconds; `undefined` if absent or invalid. */
function readRetryAfter(value: string | string[] | undefined, now: Date): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1_000;
  const wait = Date.parse(value) - now.getTime();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
