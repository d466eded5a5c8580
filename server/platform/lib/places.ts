import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import ipaddr from 'ipaddr.js';
import { Reader, type CountryResponse } from 'mmdb-lib';

const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const names = new Intl.DisplayNames('en', { type: 'region' });
/** The format of this database: the code alone, without the names. */
type Found = { country_code?: string } & CountryResponse;
let reader: Reader<Found> | undefined;

/**
 * Returns the country of an IP address or network ("203.0.113.7", "2001:db8:1:2::/64") in English; "This network" for an
 * address that is not routed on the internet, and `null` for an unknown one. The first call reads the database, 8 MB.
 */
export function placeOf(network: string): string | null {
  const address = network.replace(/\/\d+$/, '');
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return 'This network';
  reader ??= new Reader<Found>(readFileSync(createRequire(import.meta.url).resolve(DATABASE)));
  const code = reader.get(parsed.toString())?.country_code;
  return code === undefined ? null : (names.of(code) ?? null);
}
