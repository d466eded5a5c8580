import { expect, test } from 'vitest';
import type { Resolve } from './resolve-name.ts';
import { checkUrl } from './check-url.ts';

const LIVE = { loopback: false, allowedNetworks: [] };
const INSIDE = { loopback: false, allowedNetworks: ['10.1.0.0/16'] };

const resolving =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
const refusal = (url: string) => ({ code: 'INVALID_INPUT', details: { fields: { url } } });

test.each([['10.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['::1']])(
  'a name of the private address %s %s is refused when it is registered',
  async (...addresses) => {
    const checked = checkUrl('https://hooks.example.com/', LIVE, resolving(...addresses));
    await expect(checked).rejects.toMatchObject(refusal('It must be on a public address'));
  },
);

test('a public name may not be reached without encryption, also where the operator allows networks', async () => {
  const url = 'http://hooks.example.com/';
  await expect(checkUrl(url, INSIDE, resolving('93.184.215.14'))).rejects.toMatchObject(
    refusal('It must begin with https://'),
  );
  expect(await checkUrl(url, INSIDE, resolving('10.1.2.3'))).toBe(url);
});

test('a name that cannot be resolved now is accepted', async () => {
  const unknown: Resolve = () => Promise.reject(new Error('ENOTFOUND'));
  expect(await checkUrl('https://Hooks.example.com', LIVE, unknown)).toBe('https://hooks.example.com/');
});

test.each([
  ['http://127.0.0.1:4000/', undefined],
  ['http://[::1]:4000/', undefined],
  ['http://localhost:4000/', undefined],
  ['https://hooks.example.com/', undefined],
  ['http://hooks.example.com/', 'It must begin with https://'],
  ['ftp://127.0.0.1/', 'It must begin with https://'],
])(
  'on this machine %s may be reached without encryption only if it names this machine',
  async (url, problem) => {
    const checked = checkUrl(url, { loopback: true, allowedNetworks: [] }, resolving('127.0.0.1'));
    if (problem === undefined) expect(await checked).toBe(url);
    else await expect(checked).rejects.toMatchObject(refusal(problem));
  },
);

test.each([
  ['https://user@hooks.example.com/', 'It may contain no user name and no password'],
  ['https://:secret@hooks.example.com/', 'It may contain no user name and no password'],
  ['https://hooks.example.com/#part', 'It may contain no part after #'],
  ['https://hooks.example.com:25/', 'Its port must be 443, or 1024 or above'],
  ['https://hooks.example.com:1023/', 'Its port must be 443, or 1024 or above'],
  ['https://hooks.example.com:1024/', undefined],
  ['https://hooks.example.com:443/', undefined],
])('%s is checked', async (url, problem) => {
  const checked = checkUrl(url, LIVE, resolving('93.184.215.14'));
  if (problem === undefined) expect(await checked).toBe(new URL(url).href);
  else await expect(checked).rejects.toMatchObject(refusal(problem));
});
