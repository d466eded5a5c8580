import type { AnyProcedure, AnyRouter } from '@trpc/server';
import { z, type ZodType } from 'zod';
import { ERROR_STATUS } from '#shared/error-codes.ts';
import { restEntries, type RestEntry } from './rest.ts';

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

/** The OpenAPI 3.1 description of every documented path, made from the procedures themselves (contract §6). */
export function openApiDocument(appRouter: AnyRouter): Json {
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
        apiKey: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'hark.sid' },
      },
    },
    security: [{ apiKey: [] }, { session: [] }],
    paths,
  };
}

function operation({ procedure, route }: RestEntry, { _def }: AnyProcedure): Json {
  const { inputs, output } = _def as unknown as { inputs: ZodType[]; output?: ZodType };
  const input =
    inputs.map((schema) => jsonSchema(schema, 'input')).find((schema) => schema['type'] === 'object') ?? {};
  const fields = (input['properties'] ?? {}) as Record<string, Json>;
  const pathParams = [...route.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '');
  const rest = Object.entries(fields).filter(([name]) => !pathParams.includes(name));
  const required = (input['required'] ?? []) as string[];
  return {
    operationId: procedure,
    summary: route.summary,
    parameters: [
      ...pathParams.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: fields[name] ?? { type: 'string' },
      })),
      ...(route.method === 'GET'
        ? rest.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
        : []),
    ],
    ...(route.method === 'GET' || rest.length === 0
      ? {}
      : { requestBody: requestBody(Object.fromEntries(rest), required) }),
    responses: {
      [route.status ?? 200]: {
        description: 'Success',
        content: json(output === undefined ? {} : jsonSchema(output, 'output')),
      },
      default: { description: 'An error', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

function requestBody(properties: Record<string, Json>, required: string[]): Json {
  const own = required.filter((name) => name in properties);
  return { required: own.length > 0, content: json({ type: 'object', properties, required: own }) };
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}

function jsonSchema(schema: ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
