import { setImmediate } from 'node:timers/promises';
import type { AnyProcedure, AnyRouter } from '@trpc/server';
import { API_KEY_PREFIX } from '#shared/schemas/account/api-keys.ts';
import { restEntries } from '#server/platform/http/rest.ts';
import { ERROR_SCHEMA, errorCodes, errorComponents, PROBLEM_SCHEMA } from './errors.ts';
import type { Json } from './json.ts';
import { namedSchemas } from './named-schemas.ts';
import { inputFields, operation } from './operation.ts';
import { TAGS, tagOf } from './tags.ts';
import { webhookPayloads } from './webhook-payloads.ts';

/** The version of the API. Its first number grows when a change breaks programs that use the one before. */
const VERSION = '1.0.0';

const DESCRIPTION = `Reach your customers by voicemail.

Send an API key with each call: \`Authorization: Bearer ${API_KEY_PREFIX}…\`. You create it on the profile page.
Each path works with and without its trailing slash. Every error has a stable \`code\`; \`message\` is for a person. With
\`Accept: application/problem+json\` errors have the form of RFC 9457.
A \`POST\` that creates or spends takes an \`Idempotency-Key\`, so that it can be repeated safely.
Times are ISO 8601 in UTC, credits and counts are whole numbers.
A call that changes something refuses a field that it does not know with 400, names it and the nearest one it knows; a
contact may have more. For an option, null is the same as leaving it out, where nothing else is said. A call that only
reads ignores other fields of the query, but refuses a misspelling.
A call that takes several types of bodies has a path for each, ending in \`json/\`, \`form/\` or \`csv/\`; each of its paths
takes all of them.`;

/**
 * Builds the OpenAPI 3.1 document from the metadata and schemas of the procedures. Others have their turn between two calls that
 * are described: all of them take a while.
 */
export async function openApiDocument(
  appRouter: AnyRouter,
  { cookieName, baseUrl }: { cookieName: string; baseUrl: string },
): Promise<Json> {
  const procedures = appRouter._def.procedures as Record<string, AnyProcedure>;
  const names = namedSchemas();
  const paths: Record<string, Json> = {};
  const responses: Json = {};
  const used = new Set([tagOf('webhooks.list')]);
  for (const entry of restEntries(appRouter)) {
    const procedure = procedures[entry.procedure];
    if (procedure === undefined) continue;
    const { path, method, successFlag = false } = entry.route;
    const codes = errorCodes(entry, Object.keys(inputFields(procedure).fields).length > 0);
    Object.assign(responses, errorComponents(codes, successFlag));
    used.add(tagOf(entry.procedure));
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(entry, procedure, names) };
    await setImmediate();
  }
  const webhooks = webhookPayloads(names);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hark',
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'Proprietary', url: `${baseUrl}/terms` },
    },
    servers: [{ url: baseUrl, description: 'This Hark' }],
    tags: Object.values(TAGS).filter(({ name }) => used.has(name)),
    security: [{ apiKey: [] }, { session: [] }],
    paths,
    webhooks,
    components: {
      schemas: { ...usedOf(names.schemas, [paths, webhooks]), Error: ERROR_SCHEMA, Problem: PROBLEM_SCHEMA },
      responses,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${API_KEY_PREFIX}…`,
          description:
            'An API key, created on the profile page. A key with the access "Read only" or "Prepare drafts" changes nothing by these calls. One that is limited to areas makes the calls whose `x-api-key-area` is among them, and makes no payments; campaigns that it may make spend credits. A webhook endpoint is sent events of all areas.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName,
          description: 'The session of a browser, which POST /login/ begins.',
        },
      },
    },
  };
}

/** Returns the named schemas that the calls, or other schemas, refer to. */
function usedOf(schemas: Record<string, Json>, calls: Json[]): Record<string, Json> {
  const text = JSON.stringify([schemas, calls]);
  return Object.fromEntries(
    Object.entries(schemas).filter(([name]) => text.includes(`"#/components/schemas/${name}"`)),
  );
}
