import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { isLocalName } from '#server/platform/lib/local-name.ts';
import type { Client } from '#server/platform/trpc/context.ts';

/** Returns the networks of an address. IPv4-mapped IPv6 addresses count as IPv4; an invalid address is its own network. */
export function networksOf(address: string): Pick<Client, 'network' | 'site'> {
  if (!ipaddr.isValid(address)) return { network: address, site: undefined };
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return { network: parsed.toString(), site: undefined };
  return { network: prefixOf(parsed, 64), site: prefixOf(parsed, 48) };
}

function prefixOf({ parts }: ipaddr.IPv6, bits: 48 | 64): string {
  const kept = parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${kept.join(':')}::/${String(bits)}`;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** Headers that proxies add to forwarded requests. */
const FORWARDED = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/** Whether a request comes directly from this machine, addresses it by a local name and was not forwarded by a proxy. */
export function isDirectLocal({ headers, socket }: Request): boolean {
  const forwarded = Object.keys(headers).some((name) => FORWARDED.test(name));
  return LOOPBACK.test(socket.remoteAddress ?? '') && isLocalName(headers.host ?? '') && !forwarded;
}
