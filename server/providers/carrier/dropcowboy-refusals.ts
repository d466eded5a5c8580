import { z } from 'zod';
import type { HttpResponseData } from '#server/providers/http-sender.ts';
import { parseJson } from '#server/providers/parse-json.ts';

const code = z.union([z.string().min(1), z.number()]);
const body = z.object({
  reason_code: z.number().optional(),
  code: code.optional(),
  details: z.object({ code: code.optional() }).nullish(),
  title: z.string().optional(),
  detail: z.union([z.string(), z.object({ code: z.string() })]).optional(),
  message: z.string().optional(),
});

/** Refusals that are no fault of what was sent: our credentials, our funds, our haste, the same request under way. */
const RETRYABLE_STATUSES = new Set([401, 402, 403, 408, 409, 425, 429]);

/** An answer other than 2xx, in our words. */
export interface Refusal {
  /** The carrier's own code, or the status where it gave none. */
  code: string;
  /** Text for a person. */
  reason: string;
  /** The same request may be taken at another time. */
  retryable: boolean;
}

/** Reads an answer other than 2xx, whatever its body: problem details, a bare message or nothing of the kind. */
export function readRefusal({ status, text }: HttpResponseData): Refusal {
  const { data } = body.safeParse(parseJson(text));
  const detail = data?.detail;
  const given =
    data?.reason_code ??
    data?.code ??
    data?.details?.code ??
    (typeof detail === 'object' ? detail.code : undefined);
  const reason =
    (typeof detail === 'string' ? detail : undefined) ??
    data?.message ??
    data?.title ??
    `The carrier answered ${String(status)}`;
  return {
    code: String(given ?? status),
    reason: reason.slice(0, 300),
    retryable: status >= 500 || status < 400 || RETRYABLE_STATUSES.has(status),
  };
}
