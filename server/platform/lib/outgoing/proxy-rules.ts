import ipaddr from 'ipaddr.js';
import { isLocalName } from '../local-name.ts';

/** The proxies of outgoing requests by the scheme of their target, and what is reached without one. */
export interface ProxySettings {
  http?: URL | undefined;
  https?: URL | undefined;
  /** Entries of NO_PROXY, as `isProxyException` accepts them. */
  except: readonly string[];
}

/** Where a request goes: a host name, or an address without brackets. */
export interface Target {
  scheme: 'http' | 'https';
  host: string;
  port: number;
}

/** Returns the proxy for requests to `target`; undefined if they go there directly, as those to loopback always do. */
export function proxyFor(settings: ProxySettings, target: Target): URL | undefined {
  const proxy = settings[target.scheme];
  if (proxy === undefined || isLoopback(target.host)) return undefined;
  return settings.except.some((entry) => covers(entry, target)) ? undefined : proxy;
}

const NAME = /^(\*?\.)?[a-z\d_]([a-z\d_-]*[a-z\d_])?(\.[a-z\d_]([a-z\d_-]*[a-z\d_])?)*\.?$/i;

/** Whether text is an entry of NO_PROXY: `*`, a name or an address with or without a port, or a network. */
export function isProxyException(entry: string): boolean {
  if (entry === '*' || ipaddr.isValidCIDR(entry)) return true;
  const { host, port } = partsOf(entry);
  return (NAME.test(host) || ipaddr.isValid(host)) && (port === undefined || port <= 65_535);
}

function covers(entry: string, target: Target): boolean {
  if (entry === '*') return true;
  if (ipaddr.isValidCIDR(entry)) return isWithin(target.host, entry);
  const { host, port } = partsOf(entry);
  if (port !== undefined && port !== target.port) return false;
  if (ipaddr.isValid(host)) return isSameAddress(host, target.host);
  const name = plainName(host.replace(/^\*?\./, ''));
  const asked = plainName(target.host);
  return asked === name || asked.endsWith(`.${name}`);
}

/** Splits an entry at its port; an address of IPv6 with a port is in brackets. */
function partsOf(entry: string): { host: string; port: number | undefined } {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(entry) ?? [];
  return { host: bracketed ?? plain ?? entry, port: port === undefined ? undefined : Number(port) };
}

function plainName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

function isLoopback(host: string): boolean {
  if (!ipaddr.isValid(host)) return isLocalName(plainName(host));
  return ipaddr.process(host).range() === 'loopback';
}

function isSameAddress(one: string, other: string): boolean {
  return (
    ipaddr.isValid(other) &&
    ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString()
  );
}

function isWithin(host: string, network: string): boolean {
  if (!ipaddr.isValid(host)) return false;
  const address = ipaddr.process(host);
  const [base, bits] = ipaddr.parseCIDR(network);
  return address.kind() === base.kind() && address.match(base, bits);
}
