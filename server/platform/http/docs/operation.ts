import type { AnyProcedure } from '@trpc/server';
import type { ZodType } from 'zod';
import { areaOf } from '#shared/api-key-areas.ts';
import { PROVIDER } from '#shared/paths.ts';
import type { RestEntry } from '#server/platform/http/rest.ts';
import type { BodyType } from '#server/platform/trpc/trpc.ts';
import { errorCodes, errorResponses, REPLAYED } from './errors.ts';
import { exampleOf, PARAMETER_EXAMPLES } from './examples/index.ts';
import type { Example } from './examples/example.ts';
import type { Json } from './json.ts';
import { jsonSchema, type SchemaNames } from './named-schemas.ts';
import { tagOf } from './tags.ts';

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body return the first response again; another body returns 422',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  example: 'order-2026-0417',
};

const CSV_EXAMPLE =
  'Id,FirstName,LastName,PhoneNumber,RecommendedPhone,Address1,City,State,Zipcode,Country\r\n' +
  '1,Ana,Diaz,2025550143,12025550143,1 Main St,Washington,DC,20001,US\r\n';

/** Returns the input fields of a procedure, merged from all its input schemas. */
export function inputFields({ _def }: AnyProcedure): { fields: Record<string, Json>; required: string[] } {
  const { inputs } = _def as unknown as { inputs: ZodType[] };
  const schemas = inputs.map((schema) => jsonSchema(schema, 'input'));
  return {
    fields: Object.assign({}, ...schemas.map((schema) => schema['properties'])) as Record<string, Json>,
    required: schemas.flatMap((schema) => (schema['required'] ?? []) as string[]),
  };
}

/** Returns the operation object of a REST route. */
export function operation(entry: RestEntry, procedure: AnyProcedure, names: SchemaNames): Json {
  const { procedure: name, route, signedIn } = entry;
  const { fields, required } = inputFields(procedure);
  const pathParams = [...route.path.matchAll(/\{([^}]+)\}/g)].map(([, param]) => param ?? '');
  const rest = Object.entries(fields)
    .filter(([field]) => !pathParams.includes(field))
    .map(([field, schema]) => [field, names.refer(schema)] as const);
  const reads = route.method === 'GET';
  const example = exampleOf(name);
  const codes = errorCodes(entry, Object.keys(fields).length > 0);
  return {
    operationId: `${name}${route.variant ?? ''}`,
    tags: [tagOf(name)],
    summary: route.summary,
    security: signedIn ? [{ apiKey: [] }, { session: [] }] : [],
    ...(signedIn && { 'x-api-key-area': areaOf(name) }),
    parameters: [
      ...pathParams.map((param) => pathParameter(param, fields)),
      ...(route.idempotent === true ? [IDEMPOTENCY_KEY] : []),
      ...(reads ? rest.map((field) => queryParameter(field, required, example)) : []),
    ],
    ...(!reads && rest.length > 0 && { requestBody: requestBody(rest, required, example, route.bodyType) }),
    responses: {
      [route.status ?? 200]: success(entry, procedure, example, names),
      ...errorResponses(codes, route.successFlag === true),
    },
  };
}

function success(
  { route }: RestEntry,
  procedure: AnyProcedure,
  example: Partial<Example>,
  names: SchemaNames,
): Json {
  const output = route.bodySchema ?? (procedure._def as unknown as { output?: ZodType }).output;
  const schema = output === undefined ? {} : names.refer(jsonSchema(output, 'output'));
  const headers = successHeaders(route);
  return {
    description: 'Success',
    ...(Object.keys(headers).length > 0 && { headers }),
    content:
      route.file === undefined
        ? { 'application/json': { schema, ...optional('example', example.response) } }
        : { [route.file]: { schema: { type: 'string' }, ...optional('example', example.response) } },
  };
}

function successHeaders({ nextCursor, idempotent }: RestEntry['route']): Json {
  const link = { description: 'The URL of the next page, rel="next"', schema: { type: 'string' } };
  return {
    ...(nextCursor !== undefined && { Link: link }),
    ...(idempotent === true && REPLAYED),
  };
}

function optional(key: string, value: unknown): Json {
  return value === undefined ? {} : { [key]: value };
}

function pathParameter(name: string, fields: Record<string, Json>): Json {
  const schema = name === 'provider' ? { type: 'string', enum: [PROVIDER] } : fields[name];
  const example = PARAMETER_EXAMPLES[name];
  return {
    name,
    in: 'path',
    required: true,
    schema: schema ?? { type: 'string' },
    ...optional('example', example),
  };
}

function queryParameter(
  [name, schema]: readonly [string, Json],
  required: readonly string[],
  { request }: Partial<Example>,
): Json {
  const example = request?.[name];
  return { name, in: 'query', required: required.includes(name), schema, ...optional('example', example) };
}

/** A form has the list as its file `csv_file`, a CSV body is that file. */
function requestBody(
  fields: (readonly [string, Json])[],
  required: readonly string[],
  { request, form }: Partial<Example>,
  type: BodyType = 'application/json',
): Json {
  const properties = Object.fromEntries(fields.filter(([, schema]) => schema['readOnly'] !== true));
  const own = required.filter((name) => name in properties);
  const media: Readonly<Record<BodyType, Json>> = {
    'application/json': {
      schema: { type: 'object', properties, ...(own.length > 0 && { required: own }) },
      ...optional('example', request),
    },
    'multipart/form-data': {
      schema: formSchema(properties, own),
      example: { ...form, csv_file: CSV_EXAMPLE },
    },
    'text/csv': { schema: { type: 'string' }, example: CSV_EXAMPLE },
  };
  return {
    required: own.length > 0 || type !== 'application/json',
    content: { [type]: media[type] },
  };
}

function formSchema(
  { contacts: _, phones, list_id: _listId, ...properties }: Record<string, Json>,
  required: readonly string[],
): Json {
  const csv_file = { type: 'string', format: 'binary', description: 'The list as a CSV file' };
  const description = 'The encoding of the file, such as windows-1252, if it is not UTF-8 or UTF-16';
  const charset = { type: 'string', description };
  return {
    type: 'object',
    // Lists of numbers are read in any encoding.
    properties: { ...mapValues(properties, inForm), csv_file, ...(phones === undefined && { charset }) },
    required: [...required.filter((name) => name in properties), 'csv_file'],
  };
}

/**
 * Returns the schema of a field in a form, whose values are texts: without null, and of several types the first, which
 * generated clients write as the text that is read.
 */
function inForm(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const [first] = (anyOf as Json[]).filter(({ type }) => type !== 'null');
  return inForm({ ...first, ...rest });
}

function mapValues(object: Record<string, Json>, map: (value: Json) => Json): Record<string, Json> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}
