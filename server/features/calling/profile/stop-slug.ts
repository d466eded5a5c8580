import { newId } from '#server/platform/lib/secrets/ids.ts';

const MAX_NAME = 40;
const SUFFIX = 8;

/** Returns a name for the page on which people stop the calls of a business, such as acme-roofing-x7k2m9qa. */
export function newStopSlug(businessName: string): string {
  const name = businessName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replace(/^-+|-+$/g, '');
  const suffix = newId().slice(0, SUFFIX);
  return name === '' ? suffix : `${name}-${suffix}`;
}
