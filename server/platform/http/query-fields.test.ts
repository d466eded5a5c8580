import type { Request } from 'express';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { queryFields, refuseMisspelt } from './query-fields.ts';

const request = (query: object, params: object = {}) => ({ query, params }) as unknown as Request;
const procedure = (...inputs: z.ZodType[]) => ({ _def: { inputs } }) as never;
const LIST = procedure(
  z.object({ campaign_id: z.string() }),
  z.object({ cursor: z.string(), limit: z.number() }).optional().default({ cursor: '', limit: 1 }),
);

test('the number that some clients add against caches is no field', () => {
  expect(queryFields(request({ _: '1700000000', cursor: 'a' }))).toEqual({ cursor: 'a' });
});

test.each([
  ['limt', 'limit'],
  ['Cursor', 'cursor'],
  ['curser', 'cursor'],
  ['campaign_ids', 'campaign_id'],
])('%s is refused as a misspelling of %s, also in an optional input', (name, meant) => {
  expect(() => {
    refuseMisspelt(request({ [name]: '1' }), LIST);
  }).toThrow(`Unknown field "${name}". Did you mean "${meant}"?`);
});

test.each<[string, object, object?]>([
  ['fields of the call', { cursor: 'a', limit: '1' }],
  ['names that are like none of them', { utm_source: 'mail' }],
  ['the number against caches', { _: '1' }],
  ['what resembles a part of the path', { campaign_ids: '1' }, { campaign_id: 'c-1' }],
])('%s are accepted', (_, query, params) => {
  refuseMisspelt(request(query, params), LIST);
});

test('a call that is not known has no fields to misspell', () => {
  refuseMisspelt(request({ limt: '1' }), undefined);
  refuseMisspelt(request({ limt: '1' }), procedure(z.void()));
});
