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
