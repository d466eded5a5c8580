import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { isObject, type Json } from './json.ts';

/** The recommended rules that the document does not follow, and why. */
const EXCEPTIONS = {
  'no-path-trailing-slash': 'the documents of the product fix the paths, most with a slash at the end',
  'no-ambiguous-paths':
    'they fix /{provider}/credits/ beside /users/{id}/; {provider} has one value, which is not users',
} as const;

interface Media {
  schema: Json;
  example?: unknown;
}
interface Operation {
  operationId: string;
  tags: string[];
  security: unknown[];
  parameters: { name: string; in: string; required: boolean; schema: Json; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface Document {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Json>;
    responses: Record<string, { content: Record<string, { examples: Record<string, { value: unknown }> }> }>;
  };
}

let hark: TestHark;
let text: string;
let document: Document;
let operations: Operation[];
beforeAll(async () => {
  hark = await startHark();
  text = await (await fetch(`${hark.baseUrl}/openapi.json`)).text();
  document = JSON.parse(text) as Document;
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
});
afterAll(() => hark.stop());

it('the document follows the recommended rules of Redocly', async () => {
  const off = Object.fromEntries(Object.keys(EXCEPTIONS).map((rule) => [rule, 'off' as const]));
  const config = await createConfig({ extends: ['recommended'], rules: off });
  const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
  expect(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer].join(' ')),
  ).toEqual([]);
});

it('the document names the server, its schemas, and a group for every call', () => {
  expect(document.servers).toEqual([{ url: hark.baseUrl, description: 'This Hark' }]);
  for (const name of ['Campaign', 'Call', 'Contact', 'Voice', 'List', 'Error'])
    expect(document.components.schemas).toHaveProperty(name);
  expect(text.split('"#/components/schemas/Campaign"').length).toBeGreaterThan(3);
  expect(operations.filter(({ tags }) => !/^[A-Z]/.test(tags[0] ?? ''))).toEqual([]);
});

it('every request and response has an example that its schema accepts', () => {
  const media = operations.flatMap(({ operationId, requestBody, responses }) => [
    ...Object.entries(requestBody?.content ?? {}).map(([type, body]) => ({
      name: `${operationId} ${type}`,
      ...body,
    })),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.values(content).map((body) => ({ name: `${operationId} ${status}`, ...body })),
    ),
  ]);
  const wrong = media.flatMap(({ name, schema, example }) => {
    if (example === undefined) return [`${name} has no example`];
    const { success, error } = accepted(schema, example);
    return success ? [] : [`${name}: ${z.prettifyError(error)}`];
  });
  expect(wrong).toEqual([]);
});

it('every moment in an answer is described as a date-time', () => {
  const bare = operations.flatMap(({ operationId, responses }) =>
    Object.values(responses).flatMap(({ content = {} }) =>
      Object.values(content).flatMap(({ schema, example }) => bareMoments([schema], example, operationId)),
    ),
  );
  expect(bare).toEqual([]);
});

it('every required parameter has an example that its schema accepts', () => {
  const wrong = operations.flatMap(({ operationId, parameters }) =>
    parameters
      .filter(({ required, example }) => required || example !== undefined)
      .filter(({ schema, example }) => !accepted(schema, example).success)
      .map(({ name }) => `${operationId} ${name}`),
  );
  expect(wrong).toEqual([]);
});

it('every error response has an example for each of its codes', () => {
  for (const [name, { content }] of Object.entries(document.components.responses)) {
    const examples = content['application/json']?.examples ?? {};
    expect(Object.keys(examples)).toEqual(name.replace('campaign.', '').split('-'));
    for (const { value } of Object.values(examples))
      expect(accepted({ $ref: '#/components/schemas/Error' }, value).success).toBe(true);
  }
});

/** Parses a value by a schema of the document. */
function accepted(schema: Json, value: unknown) {
  const whole = JSON.stringify({ ...schema, $defs: document.components.schemas });
  const own = JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')) as Parameters<
    typeof z.fromJSONSchema
  >[0];
  return z.fromJSONSchema(own).safeParse(value);
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Returns the paths of the moments in an example that none of its schemas gives the format of one. */
function bareMoments(schemas: Json[], example: unknown, path: string): string[] {
  const all = schemas.flatMap(alternatives);
  if (typeof example === 'string')
    return MOMENT.test(example) && !all.some(({ format }) => format === 'date-time') ? [path] : [];
  if (typeof example !== 'object' || example === null) return [];
  return Object.entries(example).flatMap(([key, value]) =>
    bareMoments(
      all.flatMap((schema) => childSchema(schema, key)),
      value,
      `${path}.${key}`,
    ),
  );
}

/** Returns a schema's alternatives and parts, references resolved. */
function alternatives(schema: Json): Json[] {
  const { $ref = '' } = schema as { $ref?: string };
  const referred = document.components.schemas[$ref.replace('#/components/schemas/', '')] ?? [];
  const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (schema[key] as Json[] | undefined) ?? []);
  return [schema, ...[referred, parts].flat().flatMap((part) => alternatives(part))];
}

/** Returns what a schema says of one field or item. */
function childSchema(schema: Json, key: string): Json[] {
  const { properties = {}, additionalProperties, items } = schema as Record<string, Record<string, Json>>;
  return [properties[key], additionalProperties, items].filter(isObject);
}
