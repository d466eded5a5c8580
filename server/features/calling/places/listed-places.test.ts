import { expect, test } from 'vitest';
import { readAreaCodes } from './area-codes.ts';
import { readZipArea } from './zip-codes.ts';

const line = (code: string, states: readonly string[], zones: readonly string[]) =>
  `${code} ${states.toSorted().join('/')} ${zones.toSorted().join(' ')}`.trimEnd();

test('each area code is in the states and time zones that are listed', async () => {
  const codes = [...readAreaCodes()].sort(([one], [other]) => one.localeCompare(other));
  const lines = codes.map(([code, { states, zones }]) => line(code, states, zones));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('listed-area-codes.txt');
});

test('each ZIP code area and postal district is in the state or province and time zones that are listed', async () => {
  const areas = Array.from({ length: 1_000 }, (_, area) => String(area).padStart(3, '0'));
  const districts = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  const cells = [
    ...areas.map((area) => [area, `${area}01`] as const),
    ...districts.map((district) => [district, `${district}1A 1A1`] as const),
  ];
  const lines = cells.flatMap(([name, cell]) => {
    const place = readZipArea(cell);
    return place === undefined ? [] : [line(name, [place.code], place.zones)];
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('listed-zip-areas.txt');
});
