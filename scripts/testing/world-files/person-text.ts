import type { Contact } from '#shared/contacts/contact-list.ts';

const SHOWN = ['id', 'first_name', 'last_name', 'phone_number', 'recommended_phone'] as const;
const REST = [
  ...(['address1', 'address2', 'city', 'state', 'zipcode', 'country', 'email', 'company_name'] as const),
];

/** Returns a contact as a line of text: id, names and both numbers, then its other cells that are filled. */
export function personOf(contact: Contact): string {
  const own = Object.entries(contact.custom ?? {}).map(([name, value]) => `${name}=${value}`);
  const rest = REST.map((field) => contact[field]).filter((value) => value !== '');
  return [...SHOWN.map((field) => contact[field]), ...rest, ...own].join(' ').replace(/\s+/g, ' ').trim();
}
