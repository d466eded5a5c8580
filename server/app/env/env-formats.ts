import { isIP } from 'node:net';
import { z } from 'zod';
import { isProxyException } from '../../platform/lib/outgoing/proxy-rules.ts';

/** A path of Hark or a URL of another site. */
export const pageAddress = z.union([z.string().regex(/^\/(?!\/)/), z.url({ protocol: /^https?$/ })], {
  error: 'must be a path such as /help, or an address such as https://example.com/privacy',
});

/** An origin: scheme, host and port. Hark is always served at the root path. */
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://hark.example.com', abort: true })
  .refine((value) => new URL(value).href === `${new URL(value).origin}/`, {
    error: 'must be an address without a path, such as https://hark.example.com',
    abort: true,
  })
  .transform((value) => new URL(value).origin);

/** The `trust proxy` setting of Express: the number of proxies, or their addresses and networks. */
export const proxies = z
  .string()
  .refine((value) => /^\d+$/.test(value) || value.split(',').every((part) => isProxyNetwork(part.trim())), {
    error: 'must be the number of proxies, or a comma-separated list of their addresses',
  })
  .transform((value) => (/^\d+$/.test(value) ? Number(value) : value));

/** Express takes no network of all addresses, and IPv4 within IPv6 in one form alone. */
function isProxyNetwork(text: string): boolean {
  const isMixed = text.includes(':') && text.includes('.') && !/^::ffff:[\d./]+$/i.test(text);
  return isNetwork(text) && !isMixed && !/\/0+$/.test(text);
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits = '0', ...more] = text.split('/');
  const family = isIP(address);
  return family !== 0 && more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/** Comma-separated networks in CIDR notation, or single addresses. */
export const networks = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(
    z.array(
      z.string().refine((part) => isIP(part.split('/')[0] ?? '') !== 0 && isNetwork(part), {
        error: 'must be a comma-separated list of networks, such as 10.1.0.0/16',
      }),
    ),
  );

/** A number of days, of which a date can always be computed. */
export const days = z
  .string()
  .regex(/^[1-9]\d{0,4}$/, 'must be a whole number of days, from 1 to 99999')
  .transform(Number);

const longSecret = z
  .string()
  .min(16, 'must have at least 16 characters, as must each value of a comma-separated list');

/** Comma-separated secrets: the first one signs, all are accepted. */
export const secrets = z
  .string()
  .transform((value) => value.split(',').map((secret) => secret.trim()))
  .pipe(z.tuple([longSecret], longSecret));

/** Headers as `name=value`, separated by commas; the values are URL-encoded. */
export const pairs = z
  .string()
  .regex(/^\s*[\w-]+=[^,]*(,\s*[\w-]+=[^,]*)*$/, 'must be name=value, or several separated by commas')
  .transform((value) =>
    Object.fromEntries(
      value.split(',').map((pair) => {
        const [name = '', ...rest] = pair.trim().split('=');
        return [name, decoded(rest.join('='))] as const;
      }),
    ),
  );

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a proxy for outgoing requests; its name and password are those for the proxy. */
export const proxyAddress = z
  .url({
    protocol: /^https?$/,
    error: 'must be an address such as http://proxy.example.com:3128',
    abort: true,
  })
  .transform((value) => new URL(value))
  .refine(({ pathname, search, hash }) => `${pathname}${search}${hash}` === '/', {
    error: 'must be an address without a path, such as http://proxy.example.com:3128',
    abort: true,
  })
  .refine(({ username, password }) => [username, password].every(isEncoded), {
    error: 'must have its name and password URL-encoded',
  });

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Hosts and networks that are reached without a proxy, separated by commas or spaces. */
export const proxyExceptions = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter((entry) => entry !== ''))
  .pipe(
    z.array(
      z.string().refine(isProxyException, {
        error: 'must be a comma-separated list of hosts and networks, such as .example.com,10.0.0.0/8',
      }),
    ),
  );

/** Comma-separated public keys of age. */
export const recipients = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(
    z.array(z.string().regex(/^age1[\da-z]{58}$/, 'must be the public key of age, which begins with age1')),
  );
