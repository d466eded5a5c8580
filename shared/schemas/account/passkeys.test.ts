import { expect, test } from 'vitest';
import { addPasskeyInput, passkeyUseInput } from './passkeys.ts';

const ID = { id: 'a-_9', rawId: 'a-_9', type: 'public-key' };
const MADE = {
  name: 'Laptop',
  response: { ...ID, response: { clientDataJSON: 'e30', attestationObject: 'o2' } },
};
const USED = {
  response: { ...ID, response: { clientDataJSON: 'e30', authenticatorData: 'a', signature: 's' } },
};
const named = (name: string) => addPasskeyInput.safeParse({ ...MADE, name });

test('what a browser may leave out is not needed', () => {
  expect(addPasskeyInput.safeParse(MADE).success).toBe(true);
  expect(passkeyUseInput.safeParse(USED).success).toBe(true);
});

test('what it says beyond is kept', () => {
  const used = { response: { ...ID, response: { ...USED.response.response, userHandle: 'u1' } } };
  expect(passkeyUseInput.parse(used)).toEqual(used);
  const transports = ['internal', 'hybrid'];
  const made = { ...MADE, response: { ...ID, response: { ...MADE.response.response, transports } } };
  expect(addPasskeyInput.parse(made)).toEqual(made);
});

test('a signature of each algorithm of WebAuthn is taken, the longest included', () => {
  const response = { ...USED.response.response, signature: 'A'.repeat(6_170) };
  expect(passkeyUseInput.safeParse({ response: { ...USED.response, response } }).success).toBe(true);
});

test('only a public key in base64url is taken', () => {
  for (const wrong of [{ type: 'password' }, { id: 'a+/9' }, { rawId: 'a=' }, { id: '' }])
    expect(passkeyUseInput.safeParse({ response: { ...USED.response, ...wrong } }).success).toBe(false);
});

test.each([
  ['', 'A name is required'],
  ['a\nb', 'The name may not contain line breaks or control characters'],
  ['a'.repeat(61), 'The name may have at most 60 characters'],
])('a passkey is not named %j', (name, problem) => {
  expect(named(name).error?.issues.map(({ message }) => message)).toEqual([problem]);
});
