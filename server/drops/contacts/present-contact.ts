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

/** All cells of a stored contact, the empty ones too. */
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

/** A contact and its call as people see them (contract §7). */
export function presentContact(row: ContactDocument): ContactView {
  return {
    ...contactCells(row),
    status: SHOWN[row.status],
    reason: row.status === 'failed' ? (row.reason ?? '') : null,
    date: row.at?.toISOString() ?? null,
  };
}
