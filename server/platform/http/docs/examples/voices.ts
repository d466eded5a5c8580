import type { Examples } from './example.ts';
import {
  CONSENT,
  CONSENT_INPUT,
  CONTACT,
  MESSAGE,
  PHONE,
  PREVIEW_ID,
  TEST_DROP_ID,
  VOICE,
  VOICE_ID,
} from './samples.ts';

const AUDIO = 'https://storage.example.com/voices/ana.mp3?signature=1';
const MAKING = {
  success: true,
  preview: {
    id: PREVIEW_ID,
    status: 'making',
    url: null,
    expires_in: null,
    seconds: null,
    waveform: null,
    too_long: false,
    reason: null,
  },
};
const CALLING_PROFILE = {
  business_name: 'Diaz Dental',
  callback_number: '12025550100',
  default_consent: CONSENT,
  signature: null,
  call_limit: { calls: 3, days: 7 },
  message_rules: 'enforced',
  test_phone: PHONE,
  stop_path: '/stop/diaz-dental-x7k2m9qa',
};
const TEST_DROP = {
  id: TEST_DROP_ID,
  phone: PHONE,
  status: 'calling',
  reason: null,
  reason_code: null,
  created_at: '2026-04-01T09:00:00.000Z',
};

/** Examples of voices, previews, test drops and the calling profile. */
export const VOICE_EXAMPLES: Examples = {
  'voices.list': { response: { voices: [VOICE], remaining: 3, next: null } },
  'voices.beginUpload': {
    request: { file_name: 'ana.mp3', file_type: 'audio/mpeg', title: 'Ana' },
    response: {
      message: { url: 'https://storage.example.com/', fields: { key: `voices/${VOICE_ID}`, policy: 'eyJ…' } },
      vid: VOICE_ID,
      expires_in: 900,
    },
  },
  'voices.metadata': { response: { voice_metadata: VOICE } },
  'voices.stream': { response: { url: AUDIO, stream_url: AUDIO, expires_in: 3_600 } },
  'voices.update': { request: { title: 'Ana' }, response: { success: true, voice: VOICE } },
  'voices.retry': { response: { success: true, voice: { ...VOICE, status: 'processing' } } },
  'voices.remove': { response: { success: true, message: 'Voice deleted successfully!' } },
  'previews.begin': {
    request: { voice_id: VOICE_ID, message: MESSAGE, contact: CONTACT },
    response: MAKING,
  },
  'previews.beginOfCampaign': { request: { contact: 1 }, response: MAKING },
  'previews.get': {
    response: {
      success: true,
      preview: { ...MAKING.preview, status: 'ready', url: AUDIO, expires_in: 3_600, seconds: 8.4 },
    },
  },
  'testDrops.overview': { response: { phone: PHONE, pending_phone: null, left_today: 10 } },
  'testDrops.create': {
    request: { voice_id: VOICE_ID, message: MESSAGE, contact: CONTACT },
    response: { success: true, test_drop: TEST_DROP, credit_cost: 50, balance: 19_900 },
  },
  'testDrops.callPhone': {
    request: { phone: PHONE, voice_id: VOICE_ID },
    response: { success: true, phone: PHONE, expires_at: '2026-04-01T09:15:00.000Z' },
  },
  'testDrops.confirmPhone': { request: { code: '482913' }, response: { success: true, phone: PHONE } },
  'testDrops.get': { response: { success: true, test_drop: { ...TEST_DROP, status: 'delivered' } } },
  'calling.profile': { response: CALLING_PROFILE },
  'calling.updateProfile': {
    request: { callback_number: '2025550100', default_consent: CONSENT_INPUT },
    response: CALLING_PROFILE,
  },
};
