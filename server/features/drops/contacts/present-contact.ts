import { localTime } from '#shared/calling/zone-names.ts';
import { callReasonKey, type CallReasonKey } from '#shared/call-reasons.ts';
import type { CallStatus } from '#shared/campaign-lifecycle.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import type { ContactView } from '#shared/schemas/campaigns/campaign-contacts.ts';
import type { CallState, ContactDocument } from './contact-model.ts';

const SHOWN: Readonly<Record<CallState, CallStatus>> = {
  pending: 'pending',
  claimed: 'sending',
  placed: 'sending',
  success: 'success',
  failed: 'failed',
  cancelled: 'pending',
};

/** Returns the status that people see of a call in a state. */
export function shownStatus(state: CallState): CallStatus {
  return SHOWN[state];
}

/** Returns all cells of a stored contact, including the empty ones. */
export function contactCells({ phone, fields }: Pick<ContactDocument, 'phone' | 'fields'>): Contact {
  const contact: Contact = {
    id: fields.id ?? '',
    first_name: fields.first_name ?? '',
    last_name: fields.last_name ?? '',
    phone_number: fields.phone_number ?? '',
    address1: fields.address1 ?? '',
    address2: fields.address2 ?? '',
    city: fields.city ?? '',
    state: fields.state ?? '',
    zipcode: fields.zipcode ?? '',
    country: fields.country ?? '',
    email: fields.email ?? '',
    company_name: fields.company_name ?? '',
    recommended_phone: phone,
  };
  return fields.custom === undefined ? contact : { ...contact, custom: fields.custom };
}

/** A contact as the API presents it, with its number in the campaign, the preparation that added its list and its calls of earlier runs. */
export interface ListedContact extends ContactView {
  number: number;
  list: string;
  earlier: (Pick<ContactView, 'call'> & { reason: string; reason_code: CallReasonKey })[];
}

/** Returns a contact and its call as the API presents them. */
export function presentContact(row: ContactDocument): ListedContact {
  // A spread before so many properties makes an object of a slow kind: 25 µs each, ten times all else of an export.
  return Object.assign(contactCells(row), {
    number: row.seq,
    status: SHOWN[row.status],
    reason: row.status === 'failed' ? (row.reason ?? '') : null,
    reason_code: row.status === 'failed' ? callReasonKey(row) : null,
    date: row.at?.toISOString() ?? null,
    call: row.status === 'pending' ? null : presentEvidence(row),
    list: row.listId ?? row.preparationId,
    earlier: (row.earlier ?? []).map((call) => ({
      call: presentEvidence(call),
      reason: call.reason ?? '',
      reason_code: callReasonKey(call),
    })),
  });
}

/** Returns what held when a contact was called; null before the call, and for calls of older versions. */
export function presentEvidence({
  called,
  outsideHours,
}: Pick<ContactDocument, 'called' | 'outsideHours'>): ContactView['call'] {
  if (called === undefined) return null;
  const { at, zone = null, from, to, rules = [] } = called;
  return {
    at: at.toISOString(),
    local_time: zone === null ? null : localTime(at, zone),
    zone,
    hours: from === undefined || to === undefined ? null : `${from}-${to}`,
    rules: [...rules],
    outside_hours: outsideHours === true,
  };
}
