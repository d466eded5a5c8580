import { expect, test } from 'vitest';
import type { ContactDocument } from './contact-model.ts';
import { contactCells, presentContact, presentEvidence, shownStatus } from './present-contact.ts';

const AT = new Date('2027-01-12T15:00:00Z');
const FIELDS = {
  id: '7',
  first_name: 'Ann',
  last_name: 'Lee',
  phone_number: '202 555 0143',
  address1: '1 Main St',
  address2: 'Floor 2',
  city: 'Austin',
  state: 'TX',
  zipcode: '78701',
  country: 'US',
  email: 'ann@x.example',
  company_name: 'Lee Ltd',
};
const CALLED = { at: AT, zone: 'America/Chicago', from: '09:00', to: '17:00', rules: ['tx'] };

const row = (own: object) =>
  ({
    phone: '12025550143',
    fields: FIELDS,
    seq: 4,
    preparationId: 'p',
    status: 'pending',
    ...own,
  }) as unknown as ContactDocument;

test('a contact has all its cells, the empty ones too, and its own columns only where it has some', () => {
  expect(contactCells(row({}))).toEqual({ ...FIELDS, recommended_phone: '12025550143' });
  expect(contactCells(row({ fields: { ...FIELDS, custom: { pet: 'Rex' } } }))).toHaveProperty('custom', {
    pet: 'Rex',
  });
  const empty = Object.fromEntries(Object.keys(FIELDS).map((name) => [name, '']));
  expect(contactCells(row({ fields: {} }))).toEqual({ ...empty, recommended_phone: '12025550143' });
});

test.each([
  ['pending', 'pending'],
  ['claimed', 'sending'],
  ['placed', 'sending'],
  ['success', 'success'],
  ['failed', 'failed'],
  ['cancelled', 'pending'],
] as const)('a call that is %s is shown as %s', (state, shown) => {
  expect(shownStatus(state)).toBe(shown);
  expect(presentContact(row({ status: state })).status).toBe(shown);
});

test('of a call it is shown when and where it was made, and in which hours', () => {
  const call = {
    at: AT.toISOString(),
    local_time: expect.stringContaining('9:00') as unknown,
    zone: 'America/Chicago',
    hours: '09:00-17:00',
    rules: ['tx'],
    outside_hours: false,
  };
  expect(presentEvidence({ called: CALLED, outsideHours: undefined })).toEqual(call);
  expect(presentEvidence({ called: CALLED, outsideHours: true })).toEqual({ ...call, outside_hours: true });
  const unknown = { ...call, local_time: null, zone: null, hours: null, rules: [] };
  expect(presentEvidence({ called: { at: AT }, outsideHours: undefined })).toEqual(unknown);
  expect(presentEvidence({ called: { at: AT, from: '09:00' }, outsideHours: undefined })).toEqual(unknown);
  expect(presentEvidence({ called: undefined, outsideHours: true })).toBeNull();
});

test('a reason is shown of a failed call alone, with the calls before it', () => {
  const failed = { status: 'failed', reason: 'Busy', code: '4006', called: CALLED, at: AT };
  const earlier = [{ reason: 'No answer', code: '4005', called: CALLED }, {}];
  expect(presentContact(row({ ...failed, listId: 'l', earlier }))).toMatchObject({
    number: 4,
    status: 'failed',
    reason: 'Busy',
    reason_code: '4006',
    date: AT.toISOString(),
    call: { zone: 'America/Chicago' },
    list: 'l',
    earlier: [
      { call: { zone: 'America/Chicago' }, reason: 'No answer', reason_code: '4005' },
      { call: null, reason: '' },
    ],
  });
  expect(presentContact(row({ ...failed, reason: undefined }))).toMatchObject({ reason: '' });
  expect(presentContact(row({ ...failed, status: 'success' }))).toMatchObject({
    reason: null,
    reason_code: null,
  });
  expect(presentContact(row({ ...failed, status: 'pending', at: undefined }))).toMatchObject({
    date: null,
    call: null,
    list: 'p',
    earlier: [],
  });
});
