import type { Json } from '../json.ts';

/** An operation of the document, as far as the page shows it. */
export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: unknown[];
  'x-api-key-area'?: string;
  parameters: { name: string; in: string; required: boolean; schema: Json; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: Json; example?: unknown }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { example?: unknown }> }>;
}
