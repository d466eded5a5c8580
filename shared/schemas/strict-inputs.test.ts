import { expect, test } from 'vitest';
import { z } from 'zod';

const modules = import.meta.glob<Record<string, unknown>>(['./**/*.ts', '!./**/*.test.ts'], { eager: true });

/** Queries, whose addresses may have further parameters, and contacts, whose rows may have further columns. */
const LOOSE = [
  ...[
    'accountEventsInput',
    'aggregatesInput',
    'campaignFilterInput',
    'campaignListInput',
    'campaignPageInput',
  ],
  ...[
    'campaignsCsvInput',
    'compareInput',
    'creditHistoryInput',
    'daysInput',
    'deliveriesInput',
    'hoursInput',
  ],
  ...['listPageInput', 'payerInput', 'personHistoryInput', 'quoteInput', 'suppressionListInput'],
  ...['suppressionsCsvInput', 'transactionPageInput'],
  ...['addContactInput', 'contactInput', 'correctedContactInput', 'listContactInput'],
];

/** The inputs by name. */
const inputs = Object.values(modules)
  .flatMap((module) => Object.entries(module))
  .filter(
    (entry): entry is [string, z.ZodType] => entry[0].endsWith('Input') && entry[1] instanceof z.ZodType,
  );

const isStrict = (schema: z.ZodType) =>
  schema
    .safeParse({ 'no such field': 1 })
    .error?.issues.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0) === true;

test('an input refuses fields that it does not have, but for those that only ask, and contacts', () => {
  const loose = inputs.filter(([, schema]) => !isStrict(schema)).map(([name]) => name);
  expect([...new Set(loose)].sort()).toEqual(LOOSE.sort());
});
