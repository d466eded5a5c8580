import type { CallStatus } from '#shared/campaign-lifecycle.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import type { ContactView } from '#shared/schemas/campaigns.ts';
import type { CallState, ContactDocument } from './contact-model.ts';

const SHOWN: Readonly<Record<CallState, CallStatus>> = {
  pending: 'pending',
  claimed: 'sending',
  placed: 'sending',
  success: 'success',
  failed: 'failed',
  cancelled: 'pending',
};

/** Returns all cells of a stored contact, including the empty ones. */
export function contactCells({ phone, fields }: Pick<ContactDocument, 'phone' | 'fields'>): Contact {
  return {
    id: '',
    first_name: '',
    last_name: '',
    phone_number: '',
    address1: '',
    address2: '',
    city: '',
    state: '',
    zipcode: '',
    country: '',
    email: '',
    company_name: '',
    ...fields,
    recommended_phone: phone,
  };
}

/** Returns a contact and its call as the API presents them. */
export function presentContact(row: ContactDocument): ContactView {
  return {
    ...contactCells(row),
    status: SHOWN[row.status],
    reason: row.status === 'failed' ? (row.reason ?? '') : null,
    date: row.at?.toISOString() ?? null,
  };
}
