import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FileHeader } from './file-header.ts';
import { HeaderRowField } from './header-row-field.tsx';

test('a row is recognized by its first four cells that are not blank', () => {
  const top = [
    ['', 'Customers', '', ''],
    ['Name', '', 'Phone', 'City', 'Zip'],
    ['Ana', '12025550143', 'Miami', '33101', 'x', ''],
  ].map((cells, at) => ({ row: at + 2, cells }));
  const html = renderToStaticMarkup(
    <HeaderRowField
      header={{ top, at: 1, names: top[1]?.cells } as unknown as FileHeader}
      onChoose={() => undefined}
    />,
  );
  const options = [...html.matchAll(/<option value="(-?\d)"( selected="")?>(.*?)<\/option>/g)];
  expect(options.map(([, value, selected, label]) => [value, selected !== undefined, label])).toEqual([
    ['0', false, 'Row 2: Customers'],
    ['1', true, 'Row 3: Name, Phone, City, Zip'],
    ['2', false, 'Row 4: Ana, 12025550143, Miami, 33101…'],
    ['-1', false, 'The file has no headers'],
  ]);
});
