import ipaddr from 'ipaddr.js';

/** Which addresses deliveries may go to. */
export interface AddressRules {
  /** Whether endpoints on this machine are allowed, also with http: in local mode. */
  loopback: boolean;
  /** Networks that the operator allows, also with http, in CIDR notation. */
  allowedNetworks: readonly string[];
}

/** `plain`: http may be used as well. */
export type Reach = 'refused' | 'https' | 'plain';

/** The addresses of global unicast, the only ones of IPv6 that others can own. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Public by their form, but answered by the cloud that a server runs in: Azure's metadata and DNS. */
const CLOUD_SERVICES = new Set(['168.63.129.16']);

/** Returns how an IP address may be reached; text that is no address is refused. */
export function reachOf(address: string, { loopback, allowedNetworks }: AddressRules): Reach {
  if (!ipaddr.isValid(address)) return 'refused';
  const ip = ipaddr.parse(address);
  if (allowedNetworks.some((network) => isWithin(ip, network))) return 'plain';
  if (ip.range() === 'loopback') return loopback ? 'plain' : 'refused';
  return isPublic(ip) ? 'https' : 'refused';
}

function isPublic(ip: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  // Every special range has a name of its own; that of all others is unicast.
  if (ip.range() !== 'unicast') return false;
  if (ip instanceof ipaddr.IPv6) return ip.match(GLOBAL_V6);
  return !CLOUD_SERVICES.has(ip.toString());
}

function isWithin(ip: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : wholeAddress(network);
  return ip.kind() === base.kind() && ip.match(base, bits);
}

function wholeAddress(address: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const base = ipaddr.parse(address);
  return [base, base.kind() === 'ipv4' ? 32 : 128];
}
