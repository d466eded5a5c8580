import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALL_REASON_KEYS } from '#shared/call-reasons.ts';
import { ERROR_STATUS } from '#shared/error-codes.ts';
import { WEBHOOK_EVENTS } from '#shared/schemas/webhooks.ts';
import { newSubscriber } from '#server/testing/system/subscriber.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

/** Returns the tags of a kind in a page, as their attributes. */
const tagsOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) => attributes);

it('puts nothing that is entered into the address, also before its script is there', async () => {
  const html = await (await fetch(`${hark.baseUrl}/docs`)).text();
  const forms = tagsOf(html, 'form');
  expect(forms.length).toBeGreaterThan(50);
  // Outside a dialog such a form is sent nowhere without its script.
  expect(forms.filter((form) => !form.includes('method="dialog"'))).toEqual([]);
  expect(forms.filter((form) => form.includes('action='))).toEqual([]);
  const [key = ''] = tagsOf(html, 'input').filter((input) => input.includes('id="key"'));
  expect(key).toMatch(/type="password" autocomplete="off"/);
  expect(key).not.toContain('name=');
  const before = html.slice(0, html.indexOf('id="key"'));
  expect(before).not.toContain('<form');
});

it('is the same whatever its address has, and is kept by no cache', async () => {
  const page = await fetch(`${hark.baseUrl}/docs`);
  const other = `${hark.baseUrl}/docs?url=https://evil.example/api.json&key=hark_x&server=//evil.example#key`;
  const asked = await fetch(other);
  expect(await asked.text()).toBe(await page.text());
  expect(asked.headers.get('cache-control')).toBe('no-store');
  expect(asked.headers.get('referrer-policy')).toBe('no-referrer');
  const script = await (await fetch(`${hark.baseUrl}/docs/try-it.js`)).text();
  expect(script).not.toMatch(
    /localStorage|sessionStorage|indexedDB|cookie\b|innerHTML|location\.(search|hash|href)/,
  );
});

it('explains webhooks before the calls: each event with an example, and how a delivery is verified', async () => {
  const html = await (await fetch(`${hark.baseUrl}/docs`)).text();
  const [guides = '', calls = ''] = html.split('<nav aria-label="Groups of calls">');
  for (const event of WEBHOOK_EVENTS) expect(guides).toContain(`<code>${event}</code>`);
  for (const header of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    expect(guides).toContain(header);
  expect(calls).not.toContain('Listening to webhooks');
});

it('explains how a list is uploaded with the file that it shows, and links to calls and codes that exist', async () => {
  const { client } = await newSubscriber(hark, 'Before');
  const html = await (await fetch(`${hark.baseUrl}/docs`)).text();
  const guide = /<h2 id="uploading-a-list">.*?<\/section>/s.exec(html)?.[0] ?? '';
  const csv = /<pre[^>]*>(id,[^<]+)<\/pre>/.exec(guide)?.[1] ?? '';
  const form = new FormData();
  form.append('name', 'Patients');
  form.append('csv_file', new Blob([csv]), 'patients.csv');
  form.append('consent', '{"basis":"written_consent","obtained_at":"2026-01-15","source":"Form"}');
  const headers = { cookie: client.cookie() };
  const saved = await fetch(`${hark.baseUrl}/api/contact-lists/form/`, {
    method: 'POST',
    body: form,
    headers,
  });
  expect(await saved.json()).toMatchObject({ list: { size: 1 }, existing: false });
  const targets = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const links = [...html.matchAll(/<a href="#([^"]+)">/g)].map(([, id]) => id);
  expect(links.filter((id) => !targets.includes(id))).toEqual([]);
});

it('names calls in its guides that the document has', async () => {
  const html = await (await fetch(`${hark.baseUrl}/docs`)).text();
  const [guides = ''] = html.split('<nav aria-label="Groups of calls">');
  const document = (await (await fetch(`${hark.baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const named = [...guides.matchAll(/<code>((?:GET|POST|PUT|DELETE) [^<]+)<\/code>/g)].map(
    ([, call]) => call,
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((call = '') => !calls.includes(call))).toEqual([]);
});

it('explains every error code that the API declares, under an anchor that its calls link to', async () => {
  const html = await (await fetch(`${hark.baseUrl}/docs`)).text();
  const document = await (await fetch(`${hark.baseUrl}/openapi.json`)).text();
  const declared = new Set(
    [...document.matchAll(/"enum":(\[(?:"[A-Z_]+",?)+\])/g)].flatMap(
      ([, codes = '[]']) => JSON.parse(codes) as string[],
    ),
  );
  const guide = /<h2 id="errors">.*?<\/section>/s.exec(html)?.[0] ?? '';
  const explained = [...guide.matchAll(/<li id="([A-Z_]+)"><code>\1<\/code> \((\d+)\): [^.]+\. [^.]+\./g)];
  expect(Object.fromEntries(explained.map(([, code, status]) => [code, Number(status)]))).toEqual(
    ERROR_STATUS,
  );
  expect([...declared].filter((code) => !(code in ERROR_STATUS))).toEqual([]);
  const links = [...html.matchAll(/<a href="#([A-Z_]+)">/g)].map(([, code]) => code);
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((code = '') => !(code in ERROR_STATUS))).toEqual([]);
});

it('explains every reason that the call of reasons returns, with the same retry', async () => {
  const html = await (await fetch(`${hark.baseUrl}/docs`)).text();
  const guide = /<h2 id="reasons">.*?<\/section>/s.exec(html)?.[0] ?? '';
  const { client } = await hark.newUser();
  const { body } = await client.get('/api/call-reasons/');
  const explained = [...guide.matchAll(/<li id="reason-([\w-]+)"><code>\1<\/code>: (.+?); (.+?)\.<\/li>/g)];
  const ofText = { 'a retry makes it again': 'included', 'never made again': 'never' };
  const listed = explained.map(([, code, meaning, text = '']) => ({
    code,
    meaning,
    retry: { ...ofText, 'only a retry that names it makes it again': 'if_named' }[text],
  }));
  expect(body).toEqual({ reasons: listed });
  expect(listed.map(({ code }) => code)).toEqual(CALL_REASON_KEYS);
});

it('names the calls that take an Idempotency-Key, and those that link to their next page', async () => {
  const html = await (await fetch(`${hark.baseUrl}/docs`)).text();
  const document = (await (await fetch(`${hark.baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; parameters: { name: string }[] }>>;
  };
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const idsOf = (part = '') => [...part.matchAll(/<a href="#([\w.]+)"><code>/g)].map(([, id]) => id).sort();
  const [, keyed, paged] = /<h3 id="idempotency">(.*?)<h3 id="pagination">(.*?)<\/section>/s.exec(html) ?? [];
  const taking = operations.filter(({ parameters }) =>
    parameters.some(({ name }) => name === 'Idempotency-Key'),
  );
  const linking = operations.filter((operation) => JSON.stringify(operation).includes('"Link"'));
  expect(idsOf(keyed)).toEqual(taking.map(({ operationId }) => operationId).sort());
  expect(idsOf(paged)).toEqual(linking.map(({ operationId }) => operationId).sort());
  expect(idsOf(paged).length).toBeGreaterThan(3);
});

it('lets pages of other origins read the description, and nothing else', async () => {
  const allowed = async (path: string) =>
    (await fetch(`${hark.baseUrl}${path}`, { headers: { origin: 'https://editor.example' } })).headers.get(
      'access-control-allow-origin',
    );
  expect(await allowed('/openapi.json')).toBe('*');
  expect([await allowed('/docs'), await allowed('/api/campaigns/')]).toEqual([null, null]);
});
