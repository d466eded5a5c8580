import { ownValue } from './columns/own-columns.ts';
import { capitalise } from './contact-cells.ts';
import { toCountryCode, toStateCode } from './places/place-codes.ts';
import { toDialled, toE164 } from './phone-number.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';

/**
 * Returns a contact of a JSON payload that is known to be valid, normalised as `fromPayload` of a checker does, without the
 * check. `own` names its own columns that are kept.
 */
export function payloadContact(given: ContactInput, own: readonly string[]): ContactInput {
  const contact: ContactInput = {
    id: given.id.trim(),
    first_name: capitalise(given.first_name.trim()),
    last_name: capitalise(given.last_name.trim()),
    phone_number: toE164(given.phone_number.trim()),
    recommended_phone: toDialled(given.recommended_phone.trim()),
    address1: given.address1.trim(),
    address2: given.address2.trim(),
    city: given.city.trim(),
    state: toStateCode(given.state.trim()),
    zipcode: given.zipcode.trim(),
    country: toCountryCode(given.country.trim()),
    email: given.email.trim(),
    company_name: given.company_name.trim(),
  };
  if (own.length > 0) contact.custom = ownValues(given, own);
  return contact;
}

function ownValues({ custom }: ContactInput, own: readonly string[]): Record<string, string> {
  const values = own.map((name) => [name, ownValue(custom, name).trim()] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}
