/** The things that the examples are about: one account, one voice, one list and one campaign. */

export const UID = 'q8n2m4x7k3w9d5b6c1v0z2s4t6';
export const CAMPAIGN_ID = 'h5kxy9ip94kg2bqm55y3c5nk3w';
export const LIST_ID = 'jrr7vhkedqt4mba5tjraxe26ar';
export const VOICE_ID = '4c5b3qamztqbxx5ij5mnewvg3h';
export const PREVIEW_ID = 'w2fmpd7vzr9hk3ct5xb8nq6sya';
export const TEST_DROP_ID = 'y7c4tn9bq2mz6rk8wd3fx5hs1p';
export const PHONE = '12025550143';
const MADE = '2026-04-01T09:00:00.000Z';
export const STARTED = '2026-04-02T15:00:00.000Z';
export const MESSAGE =
  'Hello {first_name}, this is Diaz Dental in Washington. Your check-up is due. Call us at (202) 555-0100.';

export const VOICE = {
  vid: VOICE_ID,
  title: 'Ana',
  description: 'At the front desk',
  uploaded_on: MADE,
  avatar: 0,
  status: 'ready',
  status_message: '',
  warnings: [],
};

export const CONTACT = {
  id: '1',
  first_name: 'Maria',
  last_name: 'Lopez',
  phone_number: '2025550143',
  recommended_phone: '12025550143',
  address1: '1 Main St',
  address2: '',
  city: 'Washington',
  state: 'DC',
  zipcode: '20001',
  country: 'US',
  email: 'maria@example.com',
  company_name: '',
};

export const CONSENT = {
  basis: 'written_consent',
  own_words: null,
  obtained_at: '2026-01-15',
  source: 'Sign-up form at the front desk',
};
export const CONSENT_INPUT = {
  basis: 'written_consent',
  obtained_at: '2026-01-15',
  source: 'Sign-up form at the front desk',
};

export const HOURS = { from: '09:00', to: '20:00', days: [1, 2, 3, 4, 5] };

export const CAMPAIGN = {
  id: CAMPAIGN_ID,
  user_id: UID,
  name: 'Spring check-up',
  campaign_name: 'Spring check-up',
  description: 'Patients who were here a year ago',
  campaign_type: 'voicemail',
  status: 'Scheduled',
  status_message: 'Scheduled',
  status_reason: null,
  drop_date: STARTED,
  started_at: null,
  created_at: MADE,
  message: MESSAGE,
  text_message: MESSAGE,
  voice_id: VOICE_ID,
  voice_title: 'Ana',
  drops_per_minute: null,
  skipped: [],
  calling_hours: HOURS,
  last_day: null,
  next_calls: null,
  total: 1,
  delivered: 0,
  failed: 0,
  pending: 1,
  automatic_retry: null,
  retryable: 0,
  retryable_if_named: 0,
  credit_cost: 50,
  held: 50,
  completed: false,
  has_paid: true,
  messaging_completed: false,
  voicemail_completed: false,
  voicemail_status: 'Scheduled',
  aggregates: [],
};

export const EVIDENCE = {
  at: STARTED,
  local_time: '2026-04-02 11:00',
  zone: 'America/New_York',
  hours: '09:00-20:00',
  rules: ['Telephone Consumer Protection Act'],
  outside_hours: false,
};

export const LIST = {
  id: LIST_ID,
  name: 'Patients',
  status: 'ready',
  size: 1,
  columns: ['id', 'first_name', 'last_name', 'phone_number', 'city', 'state', 'zipcode', 'country'],
  own_columns: [],
  consent: CONSENT,
  version: 1,
  used_by: 1,
  created_at: MADE,
  updated_at: MADE,
};

export const USER = {
  uid: UID,
  display_name: 'Ana Diaz',
  email: 'ana@example.com',
  role: 'agent',
  subscribed: true,
};

export const PROFILE = {
  email: 'ana@example.com',
  display_name: 'Ana Diaz',
  company_name: 'Diaz Dental',
  phone: '(202) 555-0100',
  role: 'agent',
  user_role: 'agent',
  voice_ids: [VOICE],
  created_at: MADE,
  status: 'active',
};
