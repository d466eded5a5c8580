import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { expect, it } from 'vitest';
import { createResolve } from './resolve-name.ts';

const RULES = { allowedNetworks: [] };

it('a name whose server never answers is given up, without the lookups that other connections use', async () => {
  const asked: string[] = [];
  const server = createSocket('udp4');
  server.on('message', (query) => asked.push(query.toString('latin1')));
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver({ timeout: 50, tries: 1 });
  resolver.setServers([`127.0.0.1:${String(server.address().port)}`]);
  await expect(createResolve(RULES, resolver)('hangs.example')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((query) => query.includes('hangs'))).toBe(true);
  server.close();
});

it('a name has the addresses of both families', async () => {
  const resolver = {
    resolve4: () => Promise.resolve(['93.184.215.14']),
    resolve6: () => Promise.resolve(['2606:4700::1111']),
  } as unknown as Resolver;
  expect(await createResolve(RULES, resolver)('hooks.example.com')).toEqual([
    { address: '93.184.215.14', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ]);
});

it('a name of one family has its addresses, and this machine its own', async () => {
  const resolver = {
    resolve4: () => Promise.resolve(['93.184.215.14']),
    resolve6: () => Promise.reject(new Error('none')),
  } as unknown as Resolver;
  const resolve = createResolve(RULES, resolver);
  expect(await resolve('hooks.example.com')).toEqual([{ address: '93.184.215.14', family: 4 }]);
  expect((await resolve('localhost')).length).toBeGreaterThan(0);
});

it.each([
  ['ENOTFOUND', ['10.0.0.0/8'], true],
  ['ENODATA', ['10.0.0.0/8'], true],
  ['ETIMEOUT', ['10.0.0.0/8'], false],
  ['ESERVFAIL', ['10.0.0.0/8'], false],
  ['ENOTFOUND', [], false],
])('after %s with the networks %j this machine is asked: %s', async (code, allowedNetworks, isAsked) => {
  const fail = () => Promise.reject(Object.assign(new Error(code), { code }));
  const resolver = { resolve4: fail, resolve6: fail } as unknown as Resolver;
  // The machine knows what an address is without a name server.
  const answer = await createResolve(
    { allowedNetworks },
    resolver,
  )('10.1.2.3').catch((error: unknown) => error);
  if (isAsked) expect(answer).toEqual([{ address: '10.1.2.3', family: 4 }]);
  else expect(answer).toMatchObject({ code });
});
