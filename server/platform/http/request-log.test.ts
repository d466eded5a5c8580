import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createLogger } from '#server/platform/lib/log.ts';
import { loggedPath, requestLog } from './request-log.ts';

test.each([
  ['/users/user-info/', '/users/user-info/'],
  ['/auth/email-confirmation/?uid=secret', '/auth/email-confirmation/'],
  ['/local/objects/a.mp3?signature=secret', '/local/objects/a.mp3'],
  ['/webhooks/carrier/secret', '/webhooks/carrier/…'],
  ['/Webhooks/Carrier/secret/?again=secret', '/Webhooks/Carrier/…'],
  ['/webhooks/carrier', '/webhooks/carrier'],
])('%s is logged as %s', (url, path) => {
  expect(loggedPath(url)).toBe(path);
});

test.each([
  [200, undefined, 20],
  [499, undefined, 20],
  [500, undefined, 50],
  [503, undefined, 50],
  [200, new Error('cut off'), 50],
])(
  'an answer %i that ends with %j is logged at level %i, without query and headers',
  (statusCode, err, level) => {
    let line = '';
    const log = createLogger('debug', { write: (text) => void (line += text) });
    const req = { method: 'GET', url: '/a/?secret=1', headers: { cookie: 'secret' } };
    const res = Object.assign(new EventEmitter(), { statusCode, setHeader: () => undefined });
    requestLog(log)(req as never, res as never, () => undefined);
    res.emit(err === undefined ? 'finish' : 'error', err);
    expect(JSON.parse(line)).toMatchObject({
      level,
      req: { method: 'GET', path: '/a/' },
      res: { statusCode },
    });
    expect(line).not.toContain('secret');
  },
);
