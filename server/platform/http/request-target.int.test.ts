import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

/** Sends a request line as it is, which no client library does. Returns the answer: '' if the connection was closed without one. */
async function ask(method: string, target: string, headers = ''): Promise<string> {
  const { hostname, port } = new URL(hark.baseUrl);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
  // A server may close before it has read everything.
  socket.on('error', () => undefined);
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: hark.example\r\nConnection: close\r\n${headers}\r\n`);
  await once(socket, 'close');
  return answer;
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

describe('a target that names no path', () => {
  it.each(['*', 'http://%zz/', 'http://[::1/healthz', 'about', 'http://'])(
    '%s is refused',
    async (target) => {
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
        const answer = await ask(method, target);
        expect([method, target, statusOf(answer)]).toEqual([method, target, 400]);
      }
    },
  );

  it('is refused in the common format', async () => {
    const [head = '', body = ''] = (await ask('GET', '*')).split('\r\n\r\n');
    expect(head).toContain('application/json');
    expect(body).toContain('"code":"INVALID_INPUT"');
  });
});

it('an absolute URL is served as its path, with the same checks', async () => {
  expect(statusOf(await ask('GET', `${hark.baseUrl}/auth/signin?from=%2F`))).toBe(200);
  for (const path of ['/api/campaigns/', '/trpc/campaigns.summary', '/local/../api/campaigns/'])
    expect([path, statusOf(await ask('GET', `http://hark.example${path}`))]).toEqual([path, 401]);
  expect(statusOf(await ask('GET', 'http://hark.example/nowhere/at/all.js'))).toBe(404);
  const { client } = await hark.newUser();
  const cookie = `Cookie: ${client.cookie()}\r\n`;
  expect(await ask('GET', 'http://hark.example/dropcowboy/credits/', cookie)).toContain('"balance"');
});

it('no target is a server error', async () => {
  const pieces = '* / // \\ % %00 %zz .. : @ [ ] ? # ; http: trpc api webhooks local stop docs a'.split(' ');
  const target = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
    .map((some) => some.join(''));
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND');
  await fc.assert(
    fc.asyncProperty(method, target, async (verb, path) => {
      expect(statusOf(await ask(verb, path))).toBeLessThan(500);
    }),
    { numRuns: 150 },
  );
});
