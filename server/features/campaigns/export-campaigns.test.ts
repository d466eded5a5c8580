import { expect, test } from 'vitest';
import { campaignSections } from './export-campaigns.ts';

type Deps = Parameters<typeof campaignSections>[0];

const AT = new Date('2027-01-12T15:00:00Z');
const CREATED = new Date('2027-01-10T15:00:00Z');
const campaign = {
  _id: 'c',
  name: 'Spring',
  status: 'Success',
  dropDate: AT,
  createdAt: CREATED,
  message: 'Hello',
  voiceTitle: 'Mine',
  total: 9,
  delivered: 4,
  failed: 5,
};

/** Exports a section of an account with more campaigns than a page has; returns its rows and where pages began. */
async function exported(name: string) {
  const pages: unknown[] = [];
  const form = { name: 'Draft', description: 'Later', message: 'Hi' };
  const deps = {
    overview: {
      page(uid: string, { after, limit }: { after?: unknown; limit: number }) {
        pages.push([uid, after]);
        const last = { ...campaign, _id: 'last', description: 'For all' };
        return Promise.resolve(after === undefined ? Array<object>(limit).fill(campaign) : [last]);
      },
    },
    drafts: {
      ofUser: (uid: string) =>
        Promise.resolve(
          uid === 'u'
            ? [
                { content: { form, file: { name: 'list.csv' } }, savedAt: AT },
                { content: { form }, savedAt: CREATED },
              ]
            : [],
        ),
    },
    consents: {
      async *streamOfUser(uid: string) {
        if (uid !== 'u') return;
        yield await Promise.resolve({
          campaignId: 'c',
          campaignName: 'Spring',
          basis: 'other',
          own_words: 'They asked',
          obtained_at: '2026-02-01',
          source: 'Shop',
          byDefault: true,
          statementVersion: '2',
          at: AT,
          network: '192.0.2.1',
          viaApiKey: false,
          contacts: 9,
          listDigest: 'digest',
        });
      },
    },
  } as unknown as Deps;
  const section = campaignSections(deps).find((one) => one.name === name);
  const rows: object[] = [];
  for await (const row of section?.rows({ uid: 'u', streamId: 's' }) ?? []) rows.push(row);
  for (const row of rows) expect(Object.keys(row)).toEqual(section?.columns);
  return { rows, pages };
}

test('all campaigns of an account are exported, to the last page', async () => {
  const { rows, pages } = await exported('campaigns');
  const row = {
    name: 'Spring',
    status: 'Success',
    drop_date: AT.toISOString(),
    created_at: CREATED.toISOString(),
    message: 'Hello',
    voice: 'Mine',
    total: 9,
    delivered: 4,
    failed: 5,
  };
  expect(rows[0]).toEqual({ id: 'c', description: '', ...row });
  expect(rows.at(-1)).toEqual({ id: 'last', description: 'For all', ...row });
  expect(pages).toEqual([
    ['u', undefined],
    ['u', { at: AT, key: 'c' }],
  ]);
});

test('unfinished campaigns are exported with the name of their file', async () => {
  const row = { name: 'Draft', description: 'Later', message: 'Hi' };
  expect((await exported('unfinished-campaign')).rows).toEqual([
    { ...row, file: 'list.csv', saved_at: AT.toISOString() },
    { ...row, file: null, saved_at: CREATED.toISOString() },
  ]);
});

test('what was confirmed about each list is exported', async () => {
  expect((await exported('consents')).rows).toEqual([
    {
      campaign_id: 'c',
      campaign_name: 'Spring',
      basis: 'other',
      own_words: 'They asked',
      obtained_at: '2026-02-01',
      source: 'Shop',
      by_default: true,
      statement_version: '2',
      given_at: AT.toISOString(),
      network: '192.0.2.1',
      via_api_key: false,
      contacts: 9,
      list_digest: 'digest',
    },
  ]);
});
