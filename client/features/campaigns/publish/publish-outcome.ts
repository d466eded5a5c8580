import { z } from 'zod';
import type { LineError } from '#shared/error-codes.ts';
import type { Skipped } from '#shared/schemas/calling/calling.ts';
import { proxyText } from '#client/app/proxy-answer.ts';
import type { RawResponse } from '#client/app/post-form.ts';
import type { ReplacedCampaign } from '#client/features/campaigns/wizard/wizard-form.ts';
import { createCampaignOutput } from '#shared/schemas/campaigns/campaigns.ts';

/** The created campaign as the success step shows it. Credits are integers, `dropDate` is an ISO timestamp. */
export interface PublishedCampaign {
  id: string;
  name: string;
  contacts: number;
  /** Whom it leaves out. */
  skipped: Skipped;
  dropDate: string;
  creditCost: number;
  balance: number;
  /** The campaign of the other half, which hears another message. */
  second?: PublishedCampaign;
}

/** Why a campaign was not created: the text to show and the details of the response. */
export interface PublishFailure {
  text: string;
  status: number | null;
  code: string | null;
  /** The invalid field, if there is one. */
  field: string | null;
  errors: LineError[];
}

/** The code of `changedElsewhere`. */
export const CHANGED_ELSEWHERE = 'changed elsewhere';

export type PublishOutcome =
  { ok: true; campaign: PublishedCampaign } | { ok: false; failure: PublishFailure };

/** The maximum number of characters shown of an unexpected body, for example an HTML page. */
const MAX_BODY_LENGTH = 300;

const errorBody = z.object({
  message: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  code: z.string().nullable().default(null).catch(null),
  fields: z.record(z.string(), z.string()).default({}).catch({}),
  success: z.boolean().optional().catch(undefined),
  errors: z
    .array(z.object({ line: z.number(), message: z.string() }))
    .default([])
    .catch([]),
});

/** Parses the response of the request that creates a campaign or replaces one. */
export function readResponse(
  response: RawResponse,
  replaces: ReplacedCampaign | null = null,
): PublishOutcome {
  const json = parseJson(response.body);
  const created = createCampaignOutput.safeParse(json);
  if (isSuccess(response.status) && created.success) {
    const { campaign, skipped, credit_cost: creditCost, balance } = created.data;
    const { id, campaign_name: name, total: contacts, drop_date: dropDate } = campaign;
    return { ok: true, campaign: { id, name, contacts, skipped, dropDate, creditCost, balance } };
  }
  const error = errorBody.safeParse(json).data;
  const text = isSuccess(response.status)
    ? notCreatedText(error)
    : refusedText(
        Object.keys(error?.fields ?? {}).length > 0 ? null : (error?.code ?? null),
        error?.message ?? error?.detail ?? bodyOrStatus(response),
        replaces,
      );
  return {
    ok: false,
    failure: {
      text,
      status: response.status,
      code: error?.code ?? null,
      field: Object.keys(error?.fields ?? {})[0] ?? null,
      errors: error?.errors ?? [],
    },
  };
}

function refusedText(code: string | null, text: string, replaces: ReplacedCampaign | null): string {
  if (code === 'IDEMPOTENCY_MISMATCH')
    return 'This draft was published already, and was changed since: in another tab or browser, or before its answer was lost. Look under Campaigns before you publish it again.';
  if (replaces === null) return `Campaign creation failed: ${text}`;
  if (code === 'NOT_FOUND') return `“${replaces.name}” was deleted meanwhile. What you entered is kept.`;
  if (code === 'ILLEGAL_TRANSITION')
    return `“${replaces.name}” has started or was paused meanwhile, and stays as it is. What you entered is kept. ${text}`;
  return `“${replaces.name}” was not replaced and stays as it is: ${text}`;
}

/** Returns the failure where the campaign to replace is not as it was when the wizard opened. */
export function changedElsewhere({ name }: ReplacedCampaign): PublishFailure {
  return failure(
    `“${name}” was changed or replaced in another tab or browser since you opened it here. Replace it anyway, or keep it as it is now.`,
    CHANGED_ELSEWHERE,
  );
}

/** Says why a 2xx response is no created campaign: the server says so, or its body is none that it sends. */
function notCreatedText(body: z.infer<typeof errorBody> | undefined): string {
  if (body?.success === false) return body.error ?? 'Failed to create campaign';
  const reason = body === undefined ? 'the response cannot be read' : 'the response is incomplete';
  return `An unexpected error occurred: ${reason}`;
}

/** No response came at all. */
export function noResponseOutcome(): PublishOutcome {
  return failed('No response from server. Please check if the backend is running.');
}

/** Returns the outcome of an error before sending. */
export function notSentOutcome(error: unknown): PublishOutcome {
  return failed(`Campaign creation failed: ${error instanceof Error ? error.message : String(error)}`);
}

function failed(text: string): PublishOutcome {
  return { ok: false, failure: failure(text, null) };
}

function failure(text: string, code: string | null): PublishFailure {
  return { text, status: null, code, field: null, errors: [] };
}

function bodyOrStatus(response: RawResponse): string {
  const { body, status, statusText } = response;
  const text = proxyText(response) ?? body.trim();
  if (text === '') return `${String(status)} ${statusText}`.trim();
  return text.length > MAX_BODY_LENGTH ? `${text.slice(0, MAX_BODY_LENGTH)}…` : text;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
