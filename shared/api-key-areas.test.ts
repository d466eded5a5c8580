import fc from 'fast-check';
import { expect, test } from 'vitest';
import { API_KEY_AREAS, areaOf, areaRefusal } from './api-key-areas.ts';

const areas = fc.uniqueArray(fc.constantFrom(...API_KEY_AREAS));
const procedure = fc.constantFrom('campaigns.create', 'campaigns.drafts.save', 'credits.balance', 'no.such');

test('a limited key makes the calls of its areas, and of billing those that read', () => {
  fc.assert(
    fc.property(areas, procedure, fc.boolean(), (own, name, changes) => {
      const area = areaOf(name);
      const may = area !== undefined && own.includes(area) && !(area === 'billing' && changes);
      const refusal = areaRefusal(own, { procedure: name, changes });
      expect(refusal === undefined).toBe(may);
      if (refusal !== undefined && area !== undefined) expect(refusal).toContain(`"${area}"`);
    }),
  );
});

test('names of objects are no areas', () => {
  for (const name of ['__proto__.x', 'constructor', 'toString.x', ''])
    expect(areaRefusal(API_KEY_AREAS, { procedure: name, changes: false })).toBeDefined();
});

test.each([
  ['campaigns', ['campaigns', 'testDrops', 'messageTemplates', 'live']],
  ['contacts', ['contactLists', 'suppressions', 'optOuts']],
  ['voices', ['voices', 'previews']],
  ['analytics', ['analytics']],
  ['billing', ['credits', 'billing']],
  ['webhooks', ['webhooks']],
  [
    'account',
    ['auth', 'calling', 'apiKeys', 'accountEvents', 'firstRun', 'accountDeletion', 'accountExport'],
  ],
] as const)('the area %s has its routers', (area, routers) => {
  expect(routers.map((router) => areaOf(`${router}.any`))).toEqual(routers.map(() => area));
});

test('a refusal says what the key is limited to', () => {
  const refused = (procedure: string) => areaRefusal(['voices', 'billing'], { procedure, changes: true });
  expect(['campaigns.create', 'no.such', 'billing.buyCredits'].map(refused)).toEqual([
    'This API key may not use the area "campaigns". It is limited to: voices, billing.',
    'This API key may not use the area "none". It is limited to: voices, billing.',
    'An API key that is limited to areas may only read in the area "billing".',
  ]);
});
