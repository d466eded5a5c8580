import { afterAll, beforeAll, expect, it } from 'vitest';
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
