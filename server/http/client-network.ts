import ipaddr from 'ipaddr.js';

/** An IPv6 client is given a /64 as a rule, and may take any address in it. */
const IPV6_PARTS = 4;

/**
 * The network that limits count an address by: an IPv4 address as it is, of an IPv6 address the first 64 bits. An
 * IPv4 address mapped into IPv6 is the IPv4 one; what is no address is returned as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, IPV6_PARTS).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
