import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { isLocalName } from '#server/platform/lib/local-name.ts';
import type { AddressRules } from './address-rules.ts';

/** Waits for a name server 4.5 s in all: less than a request may take. */
const QUERIES = { timeout: 1_500, tries: 2 };

/** Returns the addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/**
 * Creates the resolver of host names that users choose. It asks the name servers itself: of `lookup` a process runs two at a
 * time, so that two names whose servers never answer would stop every other connection of the process.
 */
export function createResolve(
  { allowedNetworks }: Pick<AddressRules, 'allowedNetworks'>,
  resolver: Pick<Resolver, 'resolve4' | 'resolve6'> = new Resolver(QUERIES),
): Resolve {
  return async (host) => {
    if (isLocalName(host)) return lookup(host, { all: true });
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer, index) =>
      answer.status === 'rejected'
        ? []
        : answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
    );
    if (found.length > 0) return found;
    const [first] = answers;
    const error: unknown = first.status === 'rejected' ? first.reason : undefined;
    // Names inside the operator's networks may be known to this machine alone.
    if (allowedNetworks.length > 0 && isUnknown(error)) return lookup(host, { all: true });
    throw error instanceof Error ? error : new Error('The host name has no address');
  };
}

function isUnknown(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOTFOUND' || code === 'ENODATA';
}
