import { expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { daysInput, hoursInput } from './analytics.ts';
import { compareInput } from './analytics-compare.ts';
import { campaignFilterInput, campaignPageInput, campaignsCsvInput } from './campaigns/campaign-overview.ts';

const [EARLIER, LATER] = ['2026-11-19', '2026-11-20'];
const NOW = { from: EARLIER, to: LATER };

test.each<[string, ZodType, (range: object) => object]>([
  ['the days of a chart', daysInput, (range) => range],
  ['the hours of a week', hoursInput, (range) => range],
  ['the first period of a comparison', compareInput, (a) => ({ kind: 'periods', a, b: NOW })],
  ['the second period of a comparison', compareInput, (b) => ({ kind: 'periods', a: NOW, b })],
  ['the sums of campaigns', campaignFilterInput, (range) => range],
  ['a page of campaigns', campaignPageInput, (range) => range],
  ['the CSV file of campaigns', campaignsCsvInput, (range) => range],
])('%s take no range that ends before it begins', (_, schema, inputOf) => {
  expect(schema.safeParse(inputOf(NOW)).success).toBe(true);
  expect(schema.safeParse(inputOf({ from: LATER, to: LATER })).success).toBe(true);
  const { error } = schema.safeParse(inputOf({ from: LATER, to: EARLIER }));
  expect(error?.issues.map(({ path }) => path.at(-1))).toEqual(['to']);
});
