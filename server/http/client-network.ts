import ipaddr from 'ipaddr.js';

/** The networks that limits count a client by. */
export interface ClientNetworks {
  /** An IPv4 address as it is, or the /64 of an IPv6 address: a client is given one as a rule, and may take any address in it. */
  network: string;
  /** The /48 of an IPv6 address, which one site may hold, with its 65,536 networks. */
  site: string | undefined;
}

/**
 * Returns the networks of an address. An IPv4 address mapped into IPv6 is the IPv4 one; what is no address is its own
 * network.
 */
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
