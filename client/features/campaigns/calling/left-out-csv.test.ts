import { expect, test } from 'vitest';
import { leftOutCsv } from './left-out-csv.ts';

/** `Blob.text` drops the mark of UTF-8. */
const textOf = async (file: Blob) => Buffer.from(await file.arrayBuffer()).toString();

test('contacts that are left out are listed with line and reason, and no name is a formula', async () => {
  const contact = { line: 2, phone: '12025550100', name: 'Zoë "Z" Lee', reason: 'do not call' } as const;
  const csv = leftOutCsv([contact, { ...contact, line: 9, name: '=1+1', reason: 'called too often' }]);
  expect(await textOf(csv)).toBe(
    '\uFEFFLine,Phone,Name,Reason\r\n2,12025550100,"Zoë ""Z"" Lee",do not call\r\n9,12025550100,\'=1+1,called too often\r\n',
  );
});
