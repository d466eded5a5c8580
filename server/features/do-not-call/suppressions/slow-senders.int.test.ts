import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

const PATH = '/api/suppressions/import/';
const headersOf = (cookie: string) => ({ cookie, origin: hark.baseUrl, 'content-type': 'text/csv' });

/** Begins an import whose body stays unfinished; resolves once its headers and first bytes are sent. */
function beginImport(cookie: string): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const headers = { ...headersOf(cookie), 'content-length': 1_000 };
    const sent = request(new URL(PATH, hark.baseUrl), { method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.write('Phone\n4085550123\n', (error) => {
      if (error) reject(error);
      else resolve(sent);
    });
  });
}

test('senders that never end a list keep nobody from importing another', async () => {
  const slow = [];
  for (let count = 0; count < 20; count++) {
    const { client } = await hark.newUser();
    slow.push(await beginImport(client.cookie()));
  }
  const { client } = await hark.newUser();
  // Its answer shows that the server has seen the requests before it.
  await client.get('/api/suppressions/');
  const response = await fetch(`${hark.baseUrl}${PATH}`, {
    method: 'POST',
    headers: headersOf(client.cookie()),
    body: 'Phone\n4085550199\n',
    signal: AbortSignal.timeout(15_000),
  });
  expect([response.status, await response.json()]).toEqual([200, { added: 1, known: 0 }]);
  for (const sent of slow) sent.destroy();
});
