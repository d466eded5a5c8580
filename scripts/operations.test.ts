import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { agedImages, type ImageTable } from './operations.mjs';

const image = (over: Partial<ImageTable['images'][number]>) => ({
  lookedUp: '2026-11-29',
  images: [{ image: 'mongo', version: '8.0.30', released: '2026-09-08', endOfLife: null, note: '', ...over }],
});
const on = (day: string) => new Date(`${day}T12:00:00Z`);

test('an image is too old a year after its release, or after it was looked up where that is not known', () => {
  expect(agedImages(image({}), on('2027-09-07'))).toEqual([]);
  expect(agedImages(image({}), on('2027-09-09'))).toEqual([
    'mongo:8.0.30 is older than a year: released on 2026-09-08',
  ]);
  expect(agedImages(image({ released: null }), on('2027-11-28'))).toEqual([]);
  expect(agedImages(image({ released: null }), on('2027-12-01'))).toEqual([
    'mongo:8.0.30 is older than a year: looked up on 2026-11-29',
  ]);
});

test('an image is too old after the end of its life', () => {
  const ending = image({ endOfLife: '2027-07-31' });
  expect(agedImages(ending, on('2027-07-30'))).toEqual([]);
  expect(agedImages(ending, on('2027-08-02'))).toEqual([
    'mongo:8.0.30 has reached the end of its life on 2027-07-31',
  ]);
});

test('the table has each image of the deployment in its version, and no other', () => {
  const read = (file: string) => readFileSync(`docker/${file}`, 'utf8');
  const { images } = JSON.parse(read('images.json')) as ImageTable;
  const used = [
    ...['compose.yml', 'compose.cluster.yml'].flatMap((file) => [
      ...read(file).matchAll(/^ +image: ([^$\s]+)$/gm),
    ]),
    ...read('Dockerfile').matchAll(/^FROM (\S+:\S+)/gm),
  ].map(([, name]) => name);
  expect([...new Set(used)].sort()).toEqual(
    images.map(({ image: name, version }) => `${name}:${version}`).sort(),
  );
});
