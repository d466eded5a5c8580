import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createContactListChecker } from './contact-list.ts';
import { payloadContact } from './payload-contact.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';

const OWN = ['plan', 'renewal'];
const blank = fc.constantFrom('', ' ', '\t', '\u00a0', '\ufeff');
const padded = (cell: fc.Arbitrary<string>) =>
  fc.tuple(blank, cell, blank).map(([before, text, after]) => `${before}${text}${after}`);
const text = padded(fc.string({ unit: 'grapheme', maxLength: 12 }));
const cells = Object.fromEntries(
  ['address1', 'address2', 'city', 'zipcode', 'email', 'company_name'].map((field) => [field, text]),
);
const contact = fc.record({
  ...cells,
  id: text,
  first_name: padded(fc.constantFrom('ana', 'MARY ANN', 'élise', '\u{10428}x', 'Jo')),
  last_name: text,
  phone_number: padded(
    fc.constantFrom(
      '+12025550143',
      '(202) 555-0143',
      '2025550143.0',
      'tel:+1-202-555-0143',
      '+44 20 7946 0958',
    ),
  ),
  recommended_phone: padded(
    fc.constantFrom('12025550143', '14085551234.0', '(408) 555-1234 ::: 408-555-1235'),
  ),
  state: padded(fc.constantFrom('ca', 'NY', 'California', 'Ont.', 'Atlantis', '')),
  country: padded(fc.constantFrom('us', 'USA', 'Narnia', '')),
  custom: fc.record({ plan: text, other: text }, { requiredKeys: [] }),
}) as fc.Arbitrary<ContactInput>;

it.each([[[]], [OWN]])('makes the same of a valid contact as the checker, with the own columns %j', (own) => {
  fc.assert(
    fc.property(contact, (given) => {
      const checked = createContactListChecker({ own }).fromPayload(given, 0);
      fc.pre(checked.ok);
      expect(payloadContact(given, own)).toEqual(checked.contact);
    }),
  );
});
