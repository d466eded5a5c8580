import { expect, test } from 'vitest';
import { loggedPath } from './request-log.ts';

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
