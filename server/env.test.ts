import { describe, expect, test } from 'vitest';
import { EnvError, parseEnv } from './env.ts';

describe('settings', () => {
  test('of the usual kinds are taken as they are', () => {
    const given = {
      HOST: 'hark-1.internal',
      MAIL_FROM: 'Hark <hello@hark.example>',
      PRIVACY_URL: 'https://example.com/privacy',
      TERMS_URL: '/help/credits',
    };
    expect(parseEnv(given)).toMatchObject(given);
    expect(parseEnv({ HOST: '::1', MAIL_FROM: 'hello@hark.example' })).toMatchObject({ HOST: '::1' });
  });

  test.each([
    ['https://hark.example', 'https://hark.example'],
    ['https://hark.example/', 'https://hark.example'],
    ['HTTP://Hark.Example:8080/', 'http://hark.example:8080'],
    ['', undefined],
  ])('PUBLIC_URL %j is the origin %j', (PUBLIC_URL, origin) => {
    expect(parseEnv({ PUBLIC_URL }).PUBLIC_URL).toBe(origin);
  });

  test.each([
    ['one-secret-of-many-characters', ['one-secret-of-many-characters']],
    [
      'new-secret-of-this-year, old-secret-of-last-year',
      ['new-secret-of-this-year', 'old-secret-of-last-year'],
    ],
    ['', undefined],
  ])('SESSION_SECRET %j is the list %j', (SESSION_SECRET, secrets) => {
    expect(parseEnv({ SESSION_SECRET }).SESSION_SECRET).toEqual(secrets);
  });

  test.each([
    ['2', 2],
    ['0', 0],
    ['loopback', 'loopback'],
    ['10.0.0.0/8, ::1', '10.0.0.0/8, ::1'],
  ])('TRUST_PROXY %j is taken as %j', (TRUST_PROXY, taken) => {
    expect(parseEnv({ TRUST_PROXY }).TRUST_PROXY).toBe(taken);
  });

  test.each([
    ['SESSION_SECRET', 'short'],
    ['SESSION_SECRET', 'secret-of-sixteen-characters,'],
    ['SESSION_SECRET', 'secret-of-sixteen-characters,short secret'],
    ['PUBLIC_URL', 'hark.example'],
    ['PUBLIC_URL', 'ftp://hark.example'],
    ['PUBLIC_URL', 'https://hark.example/app'],
    ['PUBLIC_URL', 'https://hark.example?x'],
    ['PUBLIC_URL', 'https://me:secret@hark.example'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8,'],
    ['TRUST_PROXY', 'proxy.internal'],
    ['SMTP_URL', 'https://mail.example'],
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['LOG_LEVEL', 'loud'],
    ['HOST', 'no host'],
    ['MAIL_FROM', '@@@'],
    ['PRIVACY_URL', '::::'],
    ['TERMS_URL', '//elsewhere.example'],
  ])('%s=%s is refused by one line that does not repeat it', (name, value) => {
    const refusal = (() => {
      try {
        return parseEnv({ [name]: value });
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(EnvError);
    const { message } = refusal as EnvError;
    expect(message).toMatch(new RegExp(`^${name}: .+$`));
    expect(message).not.toContain('secret');
  });
});
