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
