// @vitest-environment happy-dom
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openAddress } from '#client/testing/page.ts';
import { refusal } from '#client/testing/fake-server.ts';
import { createPasskey, signWithPasskey } from './passkey-device.ts';
import { passkeyProblem, PasskeysElsewhere, supportsPasskeys } from './passkey-text.ts';

// Modules are shared by the files of a worker: those with what is replaced here are loaded anew, and again after it.
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock('@simplewebauthn/browser');
  vi.resetModules();
});
const device = vi.hoisted(() => ({ startRegistration: vi.fn(), startAuthentication: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => device);

const ID = { id: 'i', rawId: 'r', type: 'public-key' };
const named = (name: string) => Object.assign(new Error('x'), { name });

beforeEach(() => {
  device.startRegistration.mockReset();
  device.startAuthentication.mockReset();
  openAddress('https://hark.test:8443/auth/signin');
});

test('a new passkey has what the server reads, also where the device names no transports', async () => {
  const made = { clientDataJSON: 'c', attestationObject: 'a' };
  device.startRegistration.mockResolvedValue({ ...ID, more: 1, response: { ...made, publicKey: 'k' } });
  const options = { rp: { id: 'hark.test', name: 'Hark' } } as never;
  expect(await createPasskey(options)).toEqual({ ...ID, response: { ...made, transports: [] } });
  expect(device.startRegistration).toHaveBeenCalledWith({ optionsJSON: options });
  device.startRegistration.mockResolvedValue({ ...ID, response: { ...made, transports: ['usb'] } });
  expect((await createPasskey(options)).response.transports).toEqual(['usb']);
});

test('a signature has the user only where the device names one', async () => {
  const signed = { clientDataJSON: 'c', authenticatorData: 'a', signature: 's' };
  const options = { rpId: 'hark.test', challenge: 'x' };
  device.startAuthentication.mockResolvedValue({ ...ID, response: signed });
  expect(await signWithPasskey(options)).toStrictEqual({ ...ID, response: signed });
  device.startAuthentication.mockResolvedValue({ ...ID, response: { ...signed, userHandle: 'u' } });
  expect((await signWithPasskey({ challenge: 'x' })).response).toEqual({ ...signed, userHandle: 'u' });
});

test('at another address the right one is named', async () => {
  const elsewhere = 'Passkeys do not work at this address. Open Hark at https://example.com:8443.';
  await expect(signWithPasskey({ rpId: 'example.com', challenge: 'x' })).rejects.toThrow(elsewhere);
  await expect(createPasskey({ rp: { id: 'example.com', name: 'Hark' } } as never)).rejects.toThrow(
    elsewhere,
  );
  openAddress('https://hark.test/');
  await expect(signWithPasskey({ rpId: 'example.com', challenge: 'x' })).rejects.toThrow(
    'Open Hark at https://example.com.',
  );
  expect(device.startAuthentication).not.toHaveBeenCalled();
});

test.each([
  [new PasskeysElsewhere('https://a.b'), 'Passkeys do not work at this address. Open Hark at https://a.b.'],
  [named('InvalidStateError'), 'This device has a passkey for your account already.'],
  [named('NotAllowedError'), 'No passkey was used. Try again, or choose another way.'],
  [named('AbortError'), 'No passkey was used. Try again, or choose another way.'],
  [named('Other'), 'The passkey could not be used. Please try again.'],
  ['NotAllowedError', 'The passkey could not be used. Please try again.'],
])('%s is said to the user', (error, text) => {
  expect(passkeyProblem(error)).toBe(text);
});

test('a refusal of the server is said', () => {
  expect(passkeyProblem(refusal('The link has expired.'))).toBe('The link has expired.');
});

test('a browser supports passkeys if it has public keys', () => {
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  expect(supportsPasskeys()).toBe(true);
  vi.unstubAllGlobals();
  expect(supportsPasskeys()).toBe(false);
});
