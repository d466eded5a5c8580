import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedPaths, filledPath, PUBLIC_CALLS } from '#server/testing/http/documented-calls.ts';
import { createIntegrator, type Integrator } from '#server/testing/system/integrator.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
let integrator: Integrator;
beforeAll(async () => {
  hark = await startHark();
  integrator = await createIntegrator(hark);
});
afterAll(() => hark.stop());

/** What PowerShell, VBA and PHP send unless they are told otherwise. */
const LATIN = Buffer.from('{"name":"José"}', 'latin1');
/** The same in a body that is too long for a procedure, as that of a list may be. */
const LONG_LATIN = Buffer.concat([LATIN.subarray(0, -1), Buffer.from(`,"note":"${'x'.repeat(20_000)}"}`)]);
const REFUSED = {
  code: 'INVALID_INPUT',
  message: 'The body must be in UTF-8.',
  fields: { body: 'is not UTF-8' },
};

async function send(path: string, body: Buffer | FormData, type?: string, method = 'POST') {
  const headers = { authorization: `Bearer ${integrator.key}`, ...(type && { 'content-type': type }) };
  const content = body instanceof FormData ? body : new Uint8Array(body);
  const response = await fetch(`${hark.baseUrl}${path}`, { method, body: content, headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('JSON that is not UTF-8', () => {
  it('is answered 400 by every documented call, and not stored with U+FFFD for its letters', async () => {
    for (const { procedure, route } of documentedPaths(hark)) {
      if (route.method === 'GET') continue;
      const path = filledPath(route.path, integrator.campaignId);
      const bodies = PUBLIC_CALLS.has(procedure) ? [LATIN] : [LATIN, LONG_LATIN];
      for (const body of bodies) {
        const { status, body: answer } = await send(path, body, 'application/json', route.method);
        expect([route.path, status, answer]).toMatchObject([route.path, 400, REFUSED]);
      }
    }
  });

  it('is answered 400 by a procedure and by the tools of the Model Context Protocol', async () => {
    const headers = { 'content-type': 'application/json' };
    const called = await fetch(`${hark.baseUrl}/trpc/auth.login`, { method: 'POST', headers, body: LATIN });
    expect([called.status, await called.text()]).toEqual([400, expect.stringContaining(REFUSED.message)]);
    expect(await send('/mcp', LATIN, 'application/json')).toMatchObject({ status: 400, body: REFUSED });
  });

  it('is answered 415 where its type says so, however long it is', async () => {
    for (const body of [LATIN, LONG_LATIN]) {
      const { status } = await send('/api/campaigns/create/', body, 'application/json; charset=iso-8859-1');
      expect(status).toBe(415);
    }
  });
});

/** A form whose field `message` has a text in ISO-8859-1, after a header that may name its encoding. */
function latinForm(header = '', text = 'José'): Buffer {
  const part = `--b\r\nContent-Disposition: form-data; name="message"\r\n${header}\r\n${text}\r\n`;
  const file = `--b\r\nContent-Disposition: form-data; name="csv_file"; filename="a.csv"\r\n\r\nid\r\n--b--\r\n`;
  return Buffer.from(part + file, 'latin1');
}

describe('a field of a form', () => {
  const sendForm = (header?: string) =>
    send('/api/campaigns/create/', latinForm(header), 'multipart/form-data; boundary=b');

  it.each([
    undefined,
    'Content-Type: text/plain; charset=utf-8\r\n',
    'Content-Type: text/plain; charset=x\r\n',
  ])('that is not in its encoding is answered 400 (%j)', async (header) => {
    expect(await sendForm(header)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { message: 'must be in UTF-8' } },
    });
  });

  it('that names its encoding is read in it', async () => {
    const { body } = await sendForm('Content-Type: text/plain; charset=iso-8859-1\r\n');
    expect(body['fields']).not.toHaveProperty('message');
  });
});

it.each([
  ['/api/suppressions/', '{}', 'application/json'],
  ['/api/campaigns/create/', '{}', 'application/json'],
  ['/api/campaigns/create/', `{"note":"${'x'.repeat(20_000)}"}`, 'application/json'],
  ['/api/campaigns/create/', latinForm('', 'Jose'), 'multipart/form-data; boundary=b'],
])(
  'a query of %s whose escapes are not UTF-8 is answered 400, whatever body it is beside',
  async (...sent) => {
    const [path, body, type] = sent;
    expect(await send(`${path}?source=Jos%E9`, Buffer.from(body), type)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { source: 'must be in UTF-8' } },
    });
  },
);
