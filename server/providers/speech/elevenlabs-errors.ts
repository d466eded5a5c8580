import { z } from 'zod';
import { ProviderRejected, ProviderUnavailable } from '../errors.ts';

/** `{status, message}`, a bare text, or a list of what is wrong with the fields. */
const failure = z.object({
  detail: z.union([
    z.object({ status: z.string(), message: z.string() }),
    z.string().transform((message) => ({ status: undefined, message })),
    z
      .array(z.object({ msg: z.string() }))
      .min(1)
      .transform((fields) => ({ status: undefined, message: fields.map(({ msg }) => msg).join('; ') })),
  ]),
});

/** Refusals that are no fault of what was asked: our key, our plan, our haste. Used-up credits answer 401. */
const RETRYABLE_STATUSES = new Set([401, 402, 403, 408, 425, 429]);
const MAX_REASON = 300;

/** Reads an answer other than 2xx: final where the voice, the recording or the text is refused. */
export async function asProviderError(response: Response): Promise<ProviderRejected | ProviderUnavailable> {
  const text = await response.text().catch(() => '');
  const detail = failure.safeParse(parsedJson(text)).data?.detail;
  const retryable = response.status >= 500 || response.status < 400 || RETRYABLE_STATUSES.has(response.status);
  const Kind = retryable ? ProviderUnavailable : ProviderRejected;
  return new Kind(
    (detail?.message ?? `ElevenLabs answered ${String(response.status)}`).slice(0, MAX_REASON),
    detail?.status ?? String(response.status),
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
