import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalidParameter } from '#server/platform/lib/errors.ts';
import { isLocalName } from '#server/platform/lib/local-name.ts';
import { reachOf, type AddressRules } from './address-rules.ts';
import type { Resolve } from './resolve-name.ts';

const HTTPS_PORT = '443';
/** Lower ports belong to services that understand no HTTP, such as mail. */
const FIRST_FREE_PORT = 1024;
/** An address book that does not answer delays a registration no longer; the connection checks again. */
const LOOKUP_MS = 3_000;

/**
 * Returns the URL of an endpoint in its normal form. Throws `AppError` INVALID_INPUT unless it is one that deliveries may go
 * to. A name that cannot be resolved now is accepted, as each connection is checked again.
 */
export async function checkUrl(text: string, rules: AddressRules, resolve: Resolve): Promise<string> {
  const url = new URL(text);
  const problem = problemOf(url, rules) ?? (await problemOfAddresses(url, rules, resolve));
  if (problem !== undefined) throw invalidParameter('url', problem);
  return url.href;
}

/** Returns the host of a URL as an address or a name, without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/** Returns why addresses may not be reached by a URL; undefined if all may be. */
export function refusalOf(
  { protocol }: Pick<URL, 'protocol'>,
  addresses: readonly string[],
  rules: AddressRules,
): string | undefined {
  const reaches = addresses.map((address) => reachOf(address, rules));
  if (reaches.includes('refused')) return 'It must be on a public address';
  if (protocol !== 'https:' && reaches.includes('https')) return 'It must begin with https://';
  return undefined;
}

/** Whether a URL may begin with http, as far as is known before its name is resolved. */
function mayBePlain(url: URL, { loopback, allowedNetworks }: AddressRules): boolean {
  if (url.protocol !== 'http:') return false;
  const isAddress = isIP(hostOf(url)) !== 0;
  return allowedNetworks.length > 0 || (loopback && (isAddress || isLocalName(url.host)));
}

function problemOf(url: URL, rules: AddressRules): string | undefined {
  if (url.protocol !== 'https:' && !mayBePlain(url, rules)) return 'It must begin with https://';
  if (url.username !== '' || url.password !== '') return 'It may contain no user name and no password';
  if (url.hash !== '') return 'It may contain no part after #';
  const isUsualPort = url.port === '' || url.port === HTTPS_PORT || Number(url.port) >= FIRST_FREE_PORT;
  if (!isUsualPort) return `Its port must be ${HTTPS_PORT}, or ${String(FIRST_FREE_PORT)} or above`;
  return undefined;
}

async function problemOfAddresses(
  url: URL,
  rules: AddressRules,
  resolve: Resolve,
): Promise<string | undefined> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return refusalOf(url, [host], rules);
  const found = await Promise.race([resolve(host).catch(() => []), sleep(LOOKUP_MS, [], { ref: false })]);
  return refusalOf(
    url,
    found.map(({ address }) => address),
    rules,
  );
}
