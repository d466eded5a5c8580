import { expect, test } from 'vitest';
import {
  callsCsvPath,
  campaignsCsvPath,
  creditHistoryPath,
  evidenceCsvPath,
  evidenceFileName,
  exportFileName,
  leftOutCsvPath,
  leftOutFileName,
  transactionsCsvPath,
  transactionsFile,
} from './paths.ts';

const NAME = 'Spring $& 50%/a';
const ENCODED = 'Spring%20%24%26%2050%25%2Fa';

test.each([
  [callsCsvPath(NAME), `/dropcowboy/analytics/details/download/${ENCODED}/`],
  [callsCsvPath('a', 'status=failed'), '/dropcowboy/analytics/details/download/a/?status=failed'],
  [creditHistoryPath(''), '/dropcowboy/credits/history.csv'],
  [creditHistoryPath('a&b'), '/dropcowboy/credits/history.csv?campaign_id=a%26b'],
  [leftOutCsvPath('a/b'), '/api/campaigns/a%2Fb/left-out/'],
  [evidenceCsvPath('a/b'), '/api/campaigns/a%2Fb/evidence/'],
  [campaignsCsvPath(''), '/dropcowboy/analytics/campaigns.csv'],
  [campaignsCsvPath('sort=name'), '/dropcowboy/analytics/campaigns.csv?sort=name'],
  [transactionsCsvPath(NAME, undefined), `/payments/billing/${ENCODED}/transactions.csv`],
  [transactionsCsvPath('u1', 2026), '/payments/billing/u1/transactions.csv?year=2026'],
])('the path %s is as documented', (path, documented) => {
  expect(path).toBe(documented);
});

test('a file is named after what is in it', () => {
  expect([exportFileName, leftOutFileName, evidenceFileName].map((nameOf) => nameOf('Spring'))).toEqual([
    'Spring_analytics_details.csv',
    'Spring_left_out.csv',
    'Spring_evidence.csv',
  ]);
  expect([undefined, 2026].map(transactionsFile)).toEqual(['transactions.csv', 'transactions-2026.csv']);
});
