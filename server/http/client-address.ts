import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import { isLocalName } from '#server/lib/local-name.ts';

/** The networks by which rate limits count a client. */
export interface ClientNetworks {
  /** The IPv4 address, or the /64 of an IPv6 address: a client is usually assigned a /64 and may use any address in it. */
  network: string;
  /** The /48 of an IPv6 address, which one site may hold, with its 65,536 networks. */
  site: string | undefined;
}

/** Returns the networks of an address. IPv4-mapped IPv6 addresses count as IPv4; an invalid address is its own network. */
export function networksOf(address: string): ClientNetworks {
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
