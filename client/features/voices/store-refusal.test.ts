import { expect, test } from 'vitest';
import { storeRefusal } from './store-refusal.ts';

const xml = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Your proposed upload exceeds 10485760</Message></Error>`;

test.each([
  [400, xml('EntityTooLarge'), 'The file is larger than 10MB.'],
  [403, xml('AccessDenied'), 'This upload has expired or was not allowed. Please try again.'],
  [500, xml('InternalError'), 'The upload failed with status 500.'],
  [413, '{"message":"The file is larger than 10 MB."}', 'The file is larger than 10 MB.'],
  [502, '<html>Bad gateway</html>', 'Hark cannot be reached right now. Please try again in a minute.'],
  [403, '{"message":7}', 'The upload failed with status 403.'],
])('a refusal with status %i and %s is explained', (status, body, text) => {
  expect(storeRefusal({ status, statusText: '', body })).toBe(text);
});

test.each([
  ['EntityTooLarge', 'The file is larger than 10MB.'],
  ['AccessDenied', 'This upload has expired or was not allowed. Please try again.'],
  ['RequestTimeout', 'The upload took too long. Please try again.'],
  ['SlowDown', 'The file could not be stored. Please try again in a minute.'],
  ['ServiceUnavailable', 'The file could not be stored. Please try again in a minute.'],
])('%s of an object store is said in the words of Hark', (code, text) => {
  expect(storeRefusal({ status: 400, statusText: '', body: xml(code) })).toBe(text);
});
