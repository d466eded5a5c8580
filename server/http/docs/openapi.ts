import type { AnyProcedure, AnyRouter } from '@trpc/server';
import { z, type ZodType } from 'zod';
import { ERROR_STATUS } from '#shared/error-codes.ts';
import { API_KEY_PREFIX } from '#shared/schemas/api-keys.ts';
import { PROVIDER } from '#shared/paths.ts';
import { restEntries, type RestEntry } from '#server/http/rest.ts';

type Json = Record<string, unknown>;

const ERROR_BODY: Json = {
  type: 'object',
  required: ['error', 'message', 'code'],
  properties: {
    error: { type: 'string', description: 'What went wrong, for a person' },
    message: { type: 'string', description: 'The same text' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS), description: 'A stable code' },
  },
};

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body return the first response again; another body returns 422',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

/** Builds the OpenAPI 3.1 document from the metadata and schemas of the procedures. */
export function openApiDocument(appRouter: AnyRouter, cookieName: string): Json {
  const procedures = appRouter._def.procedures as Record<string, AnyProcedure>;
  const paths: Record<string, Json> = {};
  for (const entry of restEntries(appRouter)) {
    const procedure = procedures[entry.procedure];
    if (procedure === undefined) continue;
    paths[entry.route.path] = {
      ...paths[entry.route.path],
      [entry.route.method.toLowerCase()]: operation(entry, procedure),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hark', version: '1', description: 'Reach your customers by voicemail.' },
    components: {
      schemas: { Error: ERROR_BODY },
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${API_KEY_PREFIX}…`,
          description:
            'An API key, created on the profile page. A key with the scope "Read only" changes nothing.',
        },
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
      },
    },
    security: [{ apiKey: [] }, { session: [] }],
    paths,
  };
}

/** Returns the input fields of a procedure, merged from all its input schemas. */
export function inputFields({ _def }: AnyProcedure): { fields: Record<string, Json>; required: string[] } {
  const { inputs } = _def as unknown as { inputs: ZodType[] };
  const schemas = inputs.map((schema) => jsonSchema(schema, 'input'));
  return {
    fields: Object.assign({}, ...schemas.map((schema) => schema['properties'])) as Record<string, Json>,
    required: schemas.flatMap((schema) => (schema['required'] ?? []) as string[]),
  };
}

function operation({ procedure: name, route, signedIn }: RestEntry, procedure: AnyProcedure): Json {
  const output = route.bodySchema ?? (procedure._def as unknown as { output?: ZodType }).output;
  const { fields, required } = inputFields(procedure);
  const pathParams = [...route.path.matchAll(/\{([^}]+)\}/g)].map(([, param]) => param ?? '');
  const rest = Object.entries(fields).filter(([field]) => !pathParams.includes(field));
  return {
    operationId: name,
    summary: route.summary,
    ...(signedIn ? {} : { security: [] }),
    parameters: [
      ...pathParams.map((param) => pathParameter(param, fields)),
      ...(route.idempotent === true ? [IDEMPOTENCY_KEY] : []),
      ...(route.method === 'GET'
        ? rest.map(([field, schema]) => ({
            name: field,
            in: 'query',
            required: required.includes(field),
            schema,
          }))
        : []),
    ],
    ...(route.method === 'GET' || rest.length === 0
      ? {}
      : { requestBody: requestBody(Object.fromEntries(rest), required, route.upload !== undefined) }),
    responses: {
      [route.status ?? 200]: {
        description: 'Success',
        content:
          route.file === undefined
            ? json(output === undefined ? {} : jsonSchema(output, 'output'))
            : { [route.file]: { schema: { type: 'string' } } },
      },
      default: errorResponse(),
    },
  };
}

function pathParameter(name: string, fields: Record<string, Json>): Json {
  const schema = name === 'provider' ? { type: 'string', enum: [PROVIDER] } : fields[name];
  return { name, in: 'path', required: true, schema: schema ?? { type: 'string' } };
}

function errorResponse(): Json {
  return { description: 'An error', content: json({ $ref: '#/components/schemas/Error' }) };
}

/** `acceptsForm`: the body may also be a form with a `csv_file` in place of `contacts`. */
function requestBody(properties: Record<string, Json>, required: string[], acceptsForm: boolean): Json {
  const own = required.filter((name) => name in properties);
  return {
    required: own.length > 0,
    content: {
      ...json({ type: 'object', properties, required: own }),
      ...(acceptsForm ? { 'multipart/form-data': { schema: formSchema(properties, own) } } : {}),
    },
  };
}

function formSchema({ contacts: _, ...properties }: Record<string, Json>, required: string[]): Json {
  const csv_file = { type: 'string', format: 'binary', description: 'The contact list as a CSV file' };
  return {
    type: 'object',
    properties: { ...properties, csv_file },
    required: [...required.filter((name) => name !== 'contacts'), 'csv_file'],
  };
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function jsonSchema(schema: ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
