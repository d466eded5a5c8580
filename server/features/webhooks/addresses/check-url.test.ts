import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSendRequest } from '#server/features/webhooks/delivery/send-request.ts';
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

/** Addresses of networks that are not public, as four bytes. */
const insideV4 = fc
  .tuple(
    fc.constantFrom([10], [127], [0], [192, 168], [172, 16], [169, 254], [100, 64], [198, 18], [224], [255]),
    fc.uint8Array({ minLength: 4, maxLength: 4 }),
  )
  .map(([network, bytes]) => [...network, ...bytes.subarray(network.length)]);

type Bytes = readonly number[];
const whole = (bytes: Bytes) => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const groups = ([a = 0, b = 0, c = 0, d = 0]: Bytes) =>
  `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
const wide = (text: string) =>
  text.replace(/[0-9]/g, (digit) => '０１２３４５６７８９'.charAt(Number(digit)));

/** The ways in which a URL can write an IPv4 address. */
const SPELLINGS: Record<string, (bytes: Bytes) => string> = {
  'four decimals': (bytes) => bytes.join('.'),
  'a point at the end': (bytes) => `${bytes.join('.')}.`,
  'one decimal': (bytes) => String(whole(bytes)),
  'one octal': (bytes) => `0${whole(bytes).toString(8)}`,
  'one hexadecimal': (bytes) => `0x${whole(bytes).toString(16)}`,
  'four octals': (bytes) => bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
  'four hexadecimals': (bytes) => bytes.map((byte) => `0X${byte.toString(16)}`).join('.'),
  'two parts': ([a = 0, ...rest]) => `${String(a)}.${String(whole(rest))}`,
  'three parts': ([a = 0, b = 0, ...rest]) => `0x${a.toString(16)}.${String(b)}.${String(whole(rest))}`,
  'full-width digits': (bytes) => wide(bytes.join('。')),
  'percent signs': (bytes) => bytes.join('.').replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`),
  'IPv6, mapped': (bytes) => `[::ffff:${groups(bytes)}]`,
  'IPv6, mapped, with points': (bytes) => `[0:0:0:0:0:FFFF:${bytes.join('.')}]`,
  'IPv6, compatible': (bytes) => `[::${groups(bytes)}]`,
  'IPv6, translated': (bytes) => `[64:ff9b::${groups(bytes)}]`,
  '6to4': (bytes) => `[2002:${groups(bytes)}::1]`,
};

test.each(Object.entries(SPELLINGS))(
  'an address inside is refused at registration and at each connection, written as %s',
  async (_name, spell) => {
    const resolved: string[] = [];
    const outside: Resolve = (host) => {
      resolved.push(host);
      return Promise.resolve([{ address: '93.184.215.14', family: 4 }]);
    };
    await fc.assert(
      fc.asyncProperty(insideV4, fc.constantFrom('', ':443', ':8443'), async (bytes, port) => {
        const url = `https://${spell(bytes)}${port}/`;
        const inside = 'It must be on a public address';
        await expect(checkUrl(url, LIVE, outside)).rejects.toMatchObject(refusal(inside));
        const delivery = { url, headers: {}, body: '{}' };
        const sent = await createSendRequest(LIVE, outside)(delivery, new AbortController().signal);
        expect(sent).toEqual({ delivered: false, error: inside });
      }),
      { numRuns: 50 },
    );
    expect(resolved).toEqual([]);
  },
);
