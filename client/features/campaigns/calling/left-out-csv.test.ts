import { expect, test } from 'vitest';
import { leftOutCsv } from './left-out-csv.ts';

test('contacts that are left out are listed with line and reason, and no name is a formula', async () => {
  const contact = { line: 2, phone: '12025550100', name: 'Zoë "Z" Lee', reason: 'do not call' } as const;
  const csv = leftOutCsv([contact, { ...contact, line: 9, name: '=1+1', reason: 'called too often' }]);
  expect(await csv.text()).toBe(
    'Line,Phone,Name,Reason\r\n2,12025550100,"Zoë ""Z"" Lee",do not call\r\n9,12025550100,\'=1+1,called too often\r\n',
  );
});
