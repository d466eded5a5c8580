import type { AddressInfo } from 'node:net';
import express, { type Request, type RequestHandler } from 'express';
import { describe, expect, it } from 'vitest';
import { createLogger } from '#server/platform/lib/log.ts';
import { errorHandler } from '#server/platform/http/error-response.ts';
import { localOnly, refuseCrossOrigin, securityHeaders } from './security.ts';

/** Returns the response to GET / of an application with these handlers. */
async function respond(...handlers: RequestHandler[]) {
  const app = express().use(...handlers);
  app.use(errorHandler(createLogger('silent')));
  const server = app.listen(0, '127.0.0.1');
  try {
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${String(port)}/`);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } finally {
    server.close();
  }
}

const nothing: RequestHandler = (_req, res) => {
  res.end();
};

const headersOf = async (options: Parameters<typeof securityHeaders>[0]) =>
  (await respond(securityHeaders(options), nothing)).headers;

describe('security headers', () => {
  const objectOrigins = ['https://objects.example'];
  const inlineScripts = ["'sha256-b25l'"];

  it('allow only scripts and frames of Hark and of the payment provider', async () => {
    const headers = await headersOf({ secure: true, dev: false, objectOrigins, inlineScripts });
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'none';" +
        "img-src 'self' data: blob: https://*.stripe.com;object-src 'none';" +
        "script-src 'self' 'wasm-unsafe-eval' 'sha256-b25l' https://js.stripe.com https://*.js.stripe.com;script-src-attr 'none';" +
        "style-src 'self' 'unsafe-inline';upgrade-insecure-requests;" +
        "media-src 'self' blob: https://objects.example;" +
        "connect-src 'self' https://api.stripe.com https://objects.example;" +
        'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;' +
        "worker-src 'self' blob:",
    );
  });

  it('allow the microphone, payments and passkeys, and no other device', async () => {
    const headers = await headersOf({ secure: true, dev: false, objectOrigins, inlineScripts });
    expect(headers.get('permissions-policy')).toBe(
      'camera=(), display-capture=(), geolocation=(), microphone=(self), payment=(self "https://js.stripe.com"), ' +
        'publickey-credentials-create=(self), publickey-credentials-get=(self), usb=()',
    );
  });

  it('enforce https only if the public URL is https', async () => {
    const secure = await headersOf({ secure: true, dev: false, objectOrigins, inlineScripts });
    expect(secure.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    const plain = await headersOf({ secure: false, dev: false, objectOrigins, inlineScripts });
    expect(plain.get('strict-transport-security')).toBeNull();
    expect(plain.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
  });

  it('allow inline scripts only in development', async () => {
    const dev = await headersOf({ secure: false, dev: true, objectOrigins, inlineScripts });
    expect(dev.get('content-security-policy')).toMatch(/script-src [^;]*'unsafe-inline'/);
  });
});

/** Creates a request as Express passes it to a handler. */
function requestWith(headers: Record<string, string>, rest: object = {}): Request {
  return { method: 'POST', headers, protocol: 'http', host: 'hark.example', ...rest } as unknown as Request;
}

function refuses(handler: RequestHandler, req: Request): boolean {
  let refused: unknown;
  void handler(req, {} as never, (error?: unknown) => {
    refused = error;
  });
  return refused !== undefined;
}

describe('a state change', () => {
  const refused = (headers: Record<string, string>, rest: object = {}) =>
    refuses(
      refuseCrossOrigin({ publicOrigin: 'https://app.hark.example', local: false }),
      requestWith(headers, rest),
    );

  it.each([
    ['https://app.hark.example', false],
    ['http://hark.example', false],
    ['https://hark.example', true],
    ['https://evil-app.hark.example', true],
    ['https://app.hark.example.evil.example', true],
    ['https://evilhark.example', true],
    ['http://evil.hark.example', true],
    ['http://hark.example:8080', true],
    ['http://app.hark.example', true],
    ['https://app.hark.example/', true],
    ['null', true],
    ['', true],
  ])('from a page of %j is refused: %s', (origin, expected) => {
    expect(refused({ origin })).toBe(expected);
    expect(refused({ origin, 'sec-fetch-site': 'same-origin' })).toBe(expected);
  });

  it.each([
    [undefined, false],
    ['same-origin', false],
    ['none', false],
    ['same-site', true],
    ['cross-site', true],
  ])('without an origin and with the fetch site %s is refused: %s', (site, expected) => {
    expect(refused(site === undefined ? {} : { 'sec-fetch-site': site })).toBe(expected);
  });

  it('with an API key is accepted from any origin', () => {
    const origin = 'https://evil.example';
    expect(refused({ origin, authorization: 'Bearer hark_key' })).toBe(false);
    expect(refused({ origin, authorization: 'Bearer a-uid' })).toBe(true);
    expect(refused({ origin, authorization: 'Basic hark_key' })).toBe(true);
  });

  it('is checked, unlike a read', () => {
    for (const [method, expected] of [
      ['GET', false],
      ['HEAD', false],
      ['OPTIONS', false],
      ['PUT', true],
      ['DELETE', true],
      ['PATCH', true],
    ] as const)
      expect([method, refused({ origin: 'https://evil.example' }, { method })]).toEqual([method, expected]);
  });
});

describe('local pages', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.8.9.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.7', false],
    ['::ffff:10.0.0.7', false],
    ['::11', false],
    ['172.127.0.0', false],
    ['fe80::1', false],
    [undefined, false],
  ])('are served to a caller at %s: %s', (remoteAddress, allowed) => {
    const req = requestWith({ host: 'localhost:3000' }, { socket: { remoteAddress } });
    expect(refuses(localOnly, req)).toBe(!allowed);
  });
});

describe('an internal error', () => {
  it('is returned without details', async () => {
    const { status, text } = await respond(() => {
      throw new TypeError('secret is undefined');
    });
    const message = 'An unexpected error occurred';
    expect([status, JSON.parse(text)]).toEqual([500, { error: message, message, code: 'INTERNAL' }]);
  });
});
