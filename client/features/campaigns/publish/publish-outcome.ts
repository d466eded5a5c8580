import { z } from 'zod';
import type { LineError } from '#shared/error-codes.ts';
import { createCampaignOutput } from '#shared/schemas/campaigns.ts';

/** What the success screen tells of the new campaign; credits as integers, the drop date in ISO form. */
export interface PublishedCampaign {
  name: string;
  contacts: number;
  dropDate: string;
  creditCost: number;
  balance: number;
}

/** Why a campaign was not created: the text of B §8, and what the server said besides. */
export interface PublishFailure {
  text: string;
  status: number | null;
  code: string | null;
  /** The field at fault, where there is one. */
  field: string | null;
  errors: LineError[];
}

export type PublishOutcome =
  { ok: true; campaign: PublishedCampaign } | { ok: false; failure: PublishFailure };

/** A server's answer as it came over the wire. */
export interface RawResponse {
  status: number;
  statusText: string;
  body: string;
}

/** More of an unexpected body, an HTML page for example, tells nobody anything. */
const MAX_BODY_SHOWN = 300;

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

/** Reads the answer to a creation (B §8, "Campaign creation in the wizard"). */
export function readResponse(answer: RawResponse): PublishOutcome {
  const json = parseJson(answer.body);
  const created = createCampaignOutput.safeParse(json);
  if (isSuccess(answer.status) && created.success) {
    const { campaign, credit_cost: creditCost, balance } = created.data;
    const { campaign_name: name, total: contacts, drop_date: dropDate } = campaign;
    return { ok: true, campaign: { name, contacts, dropDate, creditCost, balance } };
  }
  const error = errorBody.safeParse(json).data;
  const text = isSuccess(answer.status)
    ? (error?.error ?? 'Failed to create campaign')
    : `Campaign creation failed: ${error?.message ?? error?.detail ?? bodyOrStatus(answer)}`;
  return {
    ok: false,
    failure: {
      text,
      status: answer.status,
      code: error?.code ?? null,
      field: Object.keys(error?.fields ?? {})[0] ?? null,
      errors: error?.errors ?? [],
    },
  };
}

/** No answer came at all. */
export function noResponseOutcome(): PublishOutcome {
  return failed('No response from server. Please check if the backend is running.');
}

/** Something went wrong before anything was sent. */
export function notSentOutcome(error: unknown): PublishOutcome {
  return failed(`Campaign creation failed: ${error instanceof Error ? error.message : String(error)}`);
}

function failed(text: string): PublishOutcome {
  return { ok: false, failure: { text, status: null, code: null, field: null, errors: [] } };
}

function bodyOrStatus({ body, status, statusText }: RawResponse): string {
  const text = body.trim();
  if (text === '') return `${String(status)} ${statusText}`.trim();
  return text.length > MAX_BODY_SHOWN ? `${text.slice(0, MAX_BODY_SHOWN)}…` : text;
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
