import { expect, it } from 'vitest';
import { breakingChanges } from './breaking-changes.ts';
import type { Json } from '../json.ts';

const object = (properties: Json, required: string[] = []): Json => ({
  type: 'object',
  properties,
  required,
});
const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const text: Json = { type: 'string' };

/** A document with one call; `change` replaces parts of the operation. */
function document(change: Json = {}, schemas: Json = {}): Json {
  const operation = {
    parameters: [{ name: 'page', in: 'query', required: false, schema: { type: 'integer' } }],
    requestBody: json(object({ name: text, kind: { enum: ['a', 'b'], type: 'string' } }, ['name'])),
    responses: { 200: json(object({ id: text, size: { type: 'integer' } }, ['id'])), 404: json(text) },
    ...change,
  };
  return { paths: { '/things/': { post: operation } }, components: { schemas } };
}
const changes = (change: Json) => breakingChanges(document(), document(change));
const request = (properties: Json, required: string[] = ['name']) =>
  changes({ requestBody: json(object(properties, required)) });
const response = (properties: Json, required: string[] = ['id']) =>
  changes({ responses: { 200: json(object(properties, required)), 404: json(text) } });
const KIND: Json = { type: 'string', enum: ['a', 'b'] };

it('the same document breaks nothing', () => {
  expect(changes({})).toEqual([]);
});

it('a removed path, method or status breaks', () => {
  expect(breakingChanges(document(), { paths: {} })).toEqual(['POST /things/ was removed']);
  expect(
    changes({ responses: { 200: json(object({ id: text, size: { type: 'integer' } }, ['id'])) } }),
  ).toEqual(['POST /things/ 404 was removed']);
});

it('a request that is accepted no longer breaks', () => {
  expect(request({ name: text, kind: KIND, colour: text }, ['name', 'colour'])).toEqual([
    'POST /things/ request: colour is required now',
  ]);
  expect(request({ name: text, kind: { type: 'string', enum: ['a'] } })).toEqual([
    'POST /things/ request kind: b is refused now',
  ]);
  expect(request({ name: { type: 'integer' }, kind: KIND })).toEqual([
    'POST /things/ request name: the type was string and is integer',
  ]);
  expect(request({ name: { type: 'string', maxLength: 5 }, kind: KIND })).toEqual([
    'POST /things/ request name: maxLength is 5 now',
  ]);
  expect(request({ name: text })).toEqual(['POST /things/ request: kind was removed']);
});

it('a request that accepts more breaks nothing', () => {
  const wider = { type: 'string', enum: ['a', 'b', 'c'] };
  expect(request({ name: { anyOf: [text, { type: 'integer' }] }, kind: wider, colour: text }, [])).toEqual(
    [],
  );
});

it('a response that loses or changes something breaks', () => {
  expect(response({ id: text })).toEqual(['POST /things/ 200: size was removed']);
  expect(response({ id: text, size: text })).toEqual([
    'POST /things/ 200 size: the type was integer and is string',
  ]);
  expect(response({ id: text, size: { type: 'integer' } }, [])).toEqual([
    'POST /things/ 200: id may be missing now',
  ]);
  expect(response({ id: { anyOf: [text, { type: 'null' }] }, size: { type: 'integer' } })).toEqual([
    'POST /things/ 200 id: 1 of its alternatives changed',
  ]);
});

it('a response with more breaks nothing', () => {
  expect(response({ id: text, size: { type: 'integer' }, colour: text }, ['id', 'colour'])).toEqual([]);
});

it('parameters that are removed, required or narrower break, and credentials that are required', () => {
  expect(changes({ parameters: [] })).toEqual(['POST /things/: query page was removed']);
  const page = { name: 'page', in: 'query', required: true, schema: { type: 'integer', maximum: 9 } };
  expect(changes({ parameters: [page] })).toEqual([
    'POST /things/: query page is required now',
    'POST /things/: query page: maximum is 9 now',
  ]);
  const open = document({ security: [] });
  expect(breakingChanges(open, document({ security: [{ apiKey: [] }] }))).toEqual([
    'POST /things/: credentials are required now',
  ]);
});

it('references and allOf are followed, also those of a schema to itself', () => {
  const refer = (schemas: Json) =>
    document({ responses: { 200: json({ $ref: '#/components/schemas/Tree' }) } }, schemas);
  const tree = (properties: Json): Json => ({
    Tree: { allOf: [object({ child: { $ref: '#/components/schemas/Tree' } }), object(properties)] },
  });
  expect(breakingChanges(refer(tree({ id: text })), refer(tree({ id: text, name: text })))).toEqual([]);
  expect(breakingChanges(refer(tree({ id: text })), refer(tree({})))).toEqual([
    'POST /things/ 200: id was removed',
  ]);
});

it('what is sent to webhooks must keep its fields', () => {
  const hook = (properties: Json): Json => ({
    webhooks: { 'call.delivered': { post: { requestBody: json(object(properties)) } } },
  });
  expect(breakingChanges(hook({ id: text }), hook({ id: text, at: text }))).toEqual([]);
  expect(breakingChanges(hook({ id: text }), hook({}))).toEqual([
    'webhook POST call.delivered request: id was removed',
  ]);
});
