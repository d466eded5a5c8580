import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import { leftOutAsCsv } from './left-out-csv.ts';

test('contacts left out by a list that is being added or was not added are not listed', async () => {
  const rows = ['first', 'voided', 'preparing'].map((preparationId, index) => ({
    preparationId,
    line: index + 2,
    phone: '12135550143',
    name: 'Ana Lopez',
    reason: 'do not call',
  }));
  const deps = { contacts: { leftOut: { stream: () => [rows] } } };
  const campaign = {
    _id: 'c1',
    name: 'Autumn',
    voidedPreparations: ['voided'],
    preparing: { preparationId: 'preparing' },
  } as CampaignDocument;
  const file = leftOutAsCsv(deps as unknown as Parameters<typeof leftOutAsCsv>[0], campaign);
  const content = await text(file.content);
  expect(content.trimEnd().split('\r\n').slice(1)).toEqual(['2,12135550143,Ana Lopez,do not call']);
});
