import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';

const QUERY = `?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E`;
const INJECTED = '<script>alert(1)</script>';
/** Every kind of answer that a browser can be sent to. */
const PAGES = [
  ...[
    '/',
    '/auth/signin',
    '/dashboard',
    '/contacts',
    '/docs',
    '/openapi.json',
    '/robots.txt',
    '/favicon.svg',
  ],
  ...['/nowhere', '/assets/none.js', '/stop/none', '/local/outbox', '/local/objects/none', '/api/none/'],
  ...['/users/user-info/', '/trpc/none', '/%00', '/%E0%A4%A'],
];

let hark: TestHark;
beforeAll(async () => {
  hark = await startHark();
});
afterAll(() => hark.stop());

/** Returns the directives of a content security policy. */
const directivesOf = (policy: string | null) =>
  new Map((policy ?? '').split(';').map((one) => [one.split(' ')[0] ?? '', one.split(' ').slice(1)]));

describe.each(PAGES)('%s', (path) => {
  it('is confined in a browser, whatever its address has', async () => {
    const response = await fetch(hark.baseUrl + path + QUERY, { redirect: 'manual' });
    const { headers } = response;
    const text = await response.text();
    const policy = directivesOf(headers.get('content-security-policy'));
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('script-src-attr')).toEqual(["'none'"]);
    const scripts = policy.get('script-src') ?? [];
    expect(scripts).toContain("'self'");
    expect(scripts.filter((source) => /unsafe-(inline|eval)'$|^\*|^https?:$|^data:$/.test(source))).toEqual(
      scripts.includes("'wasm-unsafe-eval'") ? ["'wasm-unsafe-eval'"] : [],
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(text).not.toContain(INJECTED);
  });
});
