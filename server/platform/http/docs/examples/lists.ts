import { csvExample, type Examples } from './example.ts';
import { CAMPAIGN_ID, CONSENT_INPUT, CONTACT, LIST, LIST_ID, PHONE, STARTED } from './samples.ts';

const CHANGED = { success: true, list: LIST };

/** Examples of saved lists and the do-not-call list. */
export const LIST_EXAMPLES: Examples = {
  'contactLists.list': { response: { lists: [LIST], most: { lists: 100, contacts: 1_000_000 }, next: null } },
  'contactLists.create': {
    request: { name: 'Patients', consent: CONSENT_INPUT, contacts: [CONTACT] },
    form: { name: 'Patients' },
    response: { ...CHANGED, existing: false, message: 'List saved.', warnings: [] },
  },
  'contactLists.combine': {
    request: {
      name: 'Patients without Friday',
      operation: 'subtract',
      left: LIST_ID,
      right: 'fkw3f85wb6aibprn6jmgmwit66',
    },
    response: CHANGED,
  },
  'contactLists.get': {
    response: {
      list: LIST,
      campaigns: [{ id: CAMPAIGN_ID, name: 'Spring check-up', created_at: '2026-04-01T09:00:00.000Z' }],
    },
  },
  'contactLists.update': { request: { name: 'Patients' }, response: CHANGED },
  'contactLists.delete': { response: { success: true } },
  'contactLists.contacts': {
    request: { search: 'Mar', limit: 50 },
    response: { contacts: [CONTACT], next: null },
  },
  'contactLists.addContact': { request: { contact: CONTACT }, response: CHANGED },
  'contactLists.correctContact': { request: { contact: CONTACT }, response: CHANGED },
  'contactLists.removeContacts': { request: { phones: [PHONE] }, response: { ...CHANGED, removed: 1 } },
  'contactLists.history': {
    response: {
      phone: PHONE,
      calls: 1,
      delivered: 1,
      last_at: STARTED,
      campaigns: [
        {
          id: CAMPAIGN_ID,
          name: 'Spring check-up',
          status: 'success',
          reason: null,
          reason_code: null,
          at: STARTED,
        },
      ],
    },
  },
  'suppressions.list': {
    request: { search: '202555', limit: 100 },
    response: {
      suppressions: [
        {
          phone: PHONE,
          source: 'added',
          campaign_name: null,
          reason: 'Asked by mail',
          added_at: STARTED,
        },
      ],
      next: null,
    },
  },
  'suppressions.add': {
    request: { phone: PHONE, reason: 'Asked by mail' },
    response: { phone: PHONE, added: true },
  },
  'suppressions.remove': {
    request: { phone: PHONE, reason: 'Added by mistake' },
    response: { success: true },
  },
  'suppressions.download': {
    response: csvExample({
      'Phone Number': PHONE,
      Source: 'added',
      Reason: 'Asked by mail',
      Campaign: '',
      'Added (UTC)': '04-02-2026 03:00 PM',
    }),
  },
  'suppressions.importBatch': { request: { phones: [PHONE] }, form: {}, response: { added: 1, known: 0 } },
};
