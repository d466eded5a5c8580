import { expect, test } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

test('passkeys are for the host name; this machine is localhost, and another address has none', () => {
  expect(relyingPartyOf('https://hark.example')).toEqual({
    id: 'hark.example',
    origin: 'https://hark.example',
  });
  for (const local of ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost:3000'])
    expect(relyingPartyOf(local)).toEqual({ id: 'localhost', origin: 'http://localhost:3000' });
  expect(relyingPartyOf('http://192.168.0.7:3000')).toBeUndefined();
});
