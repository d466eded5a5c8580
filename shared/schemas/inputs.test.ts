import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  companyNameSchema,
  displayNameSchema,
  emailSchema,
  phoneSchema,
  profileUpdateInput,
  registerInput,
} from './account/auth.ts';
import { createApiKeyInput } from './account/api-keys.ts';
import { creditAlertSchema } from './billing/credit-alert.ts';
import {
  confirmPaymentInput,
  finishPaymentInput,
  paymentIntentInput,
  updatePaymentMethodInput,
} from './billing/billing.ts';
import { callNumber, callQueryFields, callCursorText } from './campaigns/call-query.ts';
import { campaignFilterInput, campaignPageInput } from './campaigns/campaign-overview.ts';
import {
  addContactsInput,
  campaignDraftInput,
  campaignNameSchema,
  contactInput,
  dropsPerMinute,
  executeInput,
  messageOverrides,
} from './campaigns/campaigns.ts';
import { quoteInput } from './campaigns/quote.ts';
import {
  correctedContactInput,
  listContactInput,
  listContactsFields,
  listNameSchema,
  removeListContactsInput,
} from './contact-lists.ts';
import { updateVoiceInput, uploadAudioInput } from './voices.ts';
import {
  createWebhookInput,
  WEBHOOK_EVENT_CHOICES,
  deliveriesInput,
  updateWebhookInput,
} from './webhooks.ts';

const messages = (schema: z.ZodType, input: unknown) =>
  schema
    .safeParse(input)
    .error?.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')) ?? [];
const accepts = (schema: z.ZodType, input: unknown) => schema.safeParse(input).success;

const draft = { campaign_name: 'Autumn', message: 'Hi', voice_id: 'v1' };
const person = { email: 'ana@example.com', password: 'correct horse', display_name: 'Ana' };

describe('a new campaign', () => {
  test('has the type voicemail unless it is named, and nothing else by default', () => {
    expect(campaignDraftInput.parse(draft)).toEqual({ ...draft, campaign_type: 'voicemail' });
    expect(campaignDraftInput.parse({ ...draft, campaign_type: null }).campaign_type).toBe('voicemail');
    expect(messages(campaignDraftInput, { ...draft, campaign_type: 'sms' })).toEqual([
      'campaign_type: Only voicemail campaigns are supported',
    ]);
  });

  test('takes null for each option that is left out', () => {
    const options = [
      'description',
      'drop_date',
      'drops_per_minute',
      'calling_hours',
      'message_overrides',
      'consent',
    ];
    for (const option of [...options, 'list_id', 'skip_invalid', 'last_name_optional']) {
      const parsed = campaignDraftInput.parse({ ...draft, [option]: null }) as Record<string, unknown>;
      expect(parsed[option] ?? undefined, option).toBeUndefined();
    }
  });

  test('has no field of another name', () => {
    expect(messages(campaignDraftInput, { ...draft, drop_dates: '' })).toHaveLength(1);
  });

  test('has texts without spaces around them', () => {
    const padded = { ...draft, campaign_name: ' Autumn ', message: ' Hi ', description: ' For you ' };
    expect(campaignDraftInput.parse(padded)).toMatchObject({ ...draft, description: 'For you' });
  });

  test.each(['.', '..', ' .. '])('is not named %j', (name) => {
    expect(messages(campaignNameSchema, name)).toEqual(['A campaign cannot be named "." or ".."']);
    expect(messages(listNameSchema, name)).toEqual(['A list cannot be named "." or ".."']);
  });

  test('calls at most so many people a minute, as a number or digits', () => {
    for (const [given, read] of [
      [1, 1],
      ['60', 60],
      [1_000_000, 1_000_000],
    ])
      expect(dropsPerMinute.parse(given)).toBe(read);
    for (const given of [0, -1, 1.5, 1_000_001, '0', '-1', '1.5', '', '1e3', ' 60', '1234567890', null, true])
      expect(accepts(dropsPerMinute, given), String(given)).toBe(false);
  });

  test('overrides at most twenty findings', () => {
    expect(accepts(messageOverrides, Array(20).fill('a'.repeat(40)))).toBe(true);
    expect(accepts(messageOverrides, Array(21).fill('a'))).toBe(false);
    expect(accepts(messageOverrides, ['a'.repeat(41)])).toBe(false);
  });
});

test('cells are texts or numbers, and empty where they are missing', () => {
  const contact = contactInput.parse({ id: 7, first_name: null, city: ' Rome ' });
  expect(contact).toMatchObject({ id: '7', first_name: '', last_name: '', city: ' Rome ' });
  expect(accepts(contactInput, { id: true })).toBe(false);
});

test('contacts are added to a campaign that is named', () => {
  expect(messages(addContactsInput, { campaign: 'c1', contacts: [] })).toEqual([
    'contacts: At least one contact is required',
  ]);
  expect(accepts(addContactsInput, { campaign: 'c1', contacts: [{}] })).toBe(true);
});

test('a campaign is executed by force unless that is false', () => {
  expect(
    [{}, { force: null }, { force: false }].map((given) => executeInput.parse({ id: 'c', ...given }).force),
  ).toEqual([true, true, false]);
});

test('a quote is for no calls to ten million', () => {
  expect([-1, 0, 10_000_000, 10_000_001, 0.5].map((calls) => accepts(quoteInput, { calls }))).toEqual([
    ...[false, true, true, false, false],
  ]);
});

describe('calls of a campaign', () => {
  test('are by default all, in the order of the list', () => {
    expect(callQueryFields.parse({})).toEqual({ sort: 'list', direction: 'asc' });
  });

  test('have a cursor that is read as it was written', () => {
    const cursor = { number: 41, list: '0123456789ab' };
    expect(callQueryFields.parse({ cursor: callCursorText(cursor) }).cursor).toEqual(cursor);
    for (const text of [
      '',
      '1',
      '1.0123456789a',
      '1.0123456789abc',
      '1.0123456789AB',
      '1234567890.0123456789ab',
    ])
      expect(messages(callQueryFields, { cursor: text }), text).toEqual([
        'cursor: This is not a cursor of this list',
      ]);
  });

  test('have numbers from 1 to a billion', () => {
    const given = ['0', '1', '1000000000', '1000000001', '1.5', 'x'];
    expect(given.map((number) => accepts(callNumber, { number }))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a list of campaigns', () => {
  test('is by default all of them, the latest first', () => {
    expect(campaignPageInput.parse(undefined)).toMatchObject({ sort: 'time', direction: 'desc' });
    expect(campaignFilterInput.parse(undefined)).toEqual({});
  });

  test('has days in their order', () => {
    const [first, second] = ['2026-11-20', '2026-11-21'];
    expect(accepts(campaignFilterInput, { from: first, to: first })).toBe(true);
    expect(messages(campaignFilterInput, { from: second, to: first })).toHaveLength(1);
    expect(messages(campaignFilterInput, { from: '20.11.2026' })).toEqual([
      'from: must be a day such as 2026-11-20',
    ]);
  });
});

describe('a person on a list', () => {
  const read = (contact: object) =>
    listContactInput.safeParse({ first_name: 'Ana', last_name: 'Lee', ...contact });

  test('has the number that is dialled in place of what is missing', () => {
    expect(read({ recommended_phone: '(202) 555-0123' }).data).toMatchObject({
      id: '12025550123',
      phone_number: '+12025550123',
      recommended_phone: '12025550123',
    });
    expect(read({ phone_number: '+1 202 555 0123', id: '7' }).data).toMatchObject({
      id: '7',
      recommended_phone: '12025550123',
    });
  });

  test('has it also in place of spaces', () => {
    expect(read({ recommended_phone: '2025550123', phone_number: ' ', id: ' ' }).data).toMatchObject({
      id: '12025550123',
      phone_number: '+12025550123',
    });
  });

  test('is refused with the field that is wrong', () => {
    expect(read({ recommended_phone: '123' }).error?.issues[0]?.path).toEqual(['recommended_phone']);
    expect(read({ recommended_phone: '2025550123', first_name: '' }).error?.issues[0]?.path).toEqual([
      'first_name',
    ]);
  });

  test('needs a last name unless it is on the list already', () => {
    const person = { first_name: 'Ana', recommended_phone: '2025550123' };
    expect(messages(listContactInput, person)).toEqual(['last_name: Missing LastName']);
    expect(correctedContactInput.parse(person)).toMatchObject({ last_name: '', id: '12025550123' });
  });

  test('is removed with others, up to 500 at once', () => {
    const phones = (count: number) => ({ id: 'l1', phones: Array<string>(count).fill('12025550123') });
    expect(messages(removeListContactsInput, phones(0))).toEqual(['phones: Please choose a contact']);
    expect([1, 500, 501].map((count) => accepts(removeListContactsInput, phones(count)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('is found on pages of 1 to 100', () => {
    const limits = ['0', '1', '100', '101', undefined];
    expect(limits.map((limit) => listContactsFields.safeParse({ limit }).data?.limit)).toEqual([
      ...[undefined, 1, 100, undefined, 50],
    ]);
  });
});

describe('an account', () => {
  test('has defaults for what was not given', () => {
    expect(registerInput.parse(person)).toEqual({
      ...person,
      company_name: 'default',
      phone: 'default',
      role: 'agent',
    });
    expect(companyNameSchema.parse(' ')).toBe('default');
  });

  test.each(['Ana\nLee', 'www.example.com', 'ana@example.com'])('is not named %j', (name) => {
    for (const schema of [displayNameSchema, companyNameSchema])
      expect(messages(schema, name)).toEqual(['A name may not contain line breaks, web or email addresses']);
  });

  test('has a phone number that can be read, or none', () => {
    for (const phone of ['', 'default', '(415) 555-0123', '+44 20 7946 0958'])
      expect(accepts(phoneSchema, phone), phone).toBe(true);
    for (const phone of ['x', '1'.repeat(41), '4155550123\n4155550124'])
      expect(accepts(phoneSchema, phone), phone).toBe(false);
  });

  test('has a phone number of up to 40 characters', () => {
    const spaced = (length: number) => `415${' '.repeat(length - 10)}5550123`;
    expect([40, 41].map((length) => accepts(phoneSchema, spaced(length)))).toEqual([true, false]);
  });

  test('keeps its email address when the profile is changed', () => {
    expect(messages(profileUpdateInput, { id: 'u1', email: 'b@example.com' })).toEqual([
      'email: Email address cannot be changed',
    ]);
    expect(messages(profileUpdateInput, { id: 'u1', profile: { email: 'b@example.com' } })).toEqual([
      'profile.email: Email address cannot be changed',
    ]);
    expect(messages(profileUpdateInput, { id: 'u1', profile: { phones: '' } })).toHaveLength(1);
  });

  test('has an address in one form, without look-alikes', () => {
    expect(emailSchema.parse(' ana＠example.com ')).toBe('ana@example.com');
    expect(messages(emailSchema, 'ana@exаmple.com')).toEqual([
      'This email address mixes letters that look alike. Please use another one.',
    ]);
  });
});

test('a voice without a name is Untitled, and its recording an MP3 whatever the case of its type', () => {
  const file = { file_name: 'a.mp3', file_type: 'Audio/MPEG' };
  expect(uploadAudioInput.parse({ ...file, title: ' ' })).toMatchObject({
    file_type: 'audio/mpeg',
    title: 'Untitled',
    description: '',
    avatar: 0,
  });
  expect(messages(uploadAudioInput, { ...file, file_type: 'audio/wav' })).toEqual([
    'file_type: Only MP3 files are supported',
  ]);
  expect(updateVoiceInput.parse({ id: 'v1', title: null })).toEqual({ id: 'v1', title: undefined });
});

test('a reminder has a threshold or none, and nothing else', () => {
  expect(creditAlertSchema.parse({ threshold: null })).toEqual({ threshold: null });
  expect(accepts(creditAlertSchema, { threshold: 1, credits: 1 })).toBe(false);
});

test('a key has a scope and a lifetime on offer', () => {
  const key = { name: 'Zapier', scope: 'read', expires_in_days: 30 };
  expect(
    [30, 90, 365, null].every((days) => accepts(createApiKeyInput, { ...key, expires_in_days: days })),
  ).toBe(true);
  expect(messages(createApiKeyInput, { ...key, expires_in_days: 31 })).toEqual([
    'expires_in_days: Choose when the key expires',
  ]);
  expect(messages(createApiKeyInput, { ...key, scope: 'write' })).toEqual([
    'scope: Choose what the key may do',
  ]);
  expect(messages(createApiKeyInput, { ...key, name: 'a\nb' })).toEqual([
    'name: The name may not contain line breaks or control characters',
  ]);
});

describe('ids of the payment provider', () => {
  const inputs: [z.ZodType, string, object][] = [
    [finishPaymentInput, 'paymentIntentId', {}],
    [confirmPaymentInput, 'paymentIntentId', { paymentMethodId: 'pm_1' }],
    [confirmPaymentInput, 'paymentMethodId', { paymentIntentId: 'pi_1' }],
    [updatePaymentMethodInput, 'paymentMethodId', {}],
  ];
  test.each(inputs)('have no characters that change a path (%#)', (schema, field, rest) => {
    expect(accepts(schema, { ...rest, [field]: `pi_${'1'.repeat(252)}` })).toBe(true);
    expect(accepts(schema, { ...rest, [field]: `pi_${'1'.repeat(253)}` })).toBe(false);
    for (const id of ['', 'a/b', '../a', 'a?b', 'a b'])
      expect(messages(schema, { ...rest, [field]: id }), id).toEqual([`${field}: This is no id`]);
  });

  test('a plan is chosen', () => {
    expect(messages(paymentIntentInput, { productId: '' })).toEqual(['productId: Choose a plan']);
    expect(accepts(paymentIntentInput, { productId: 'p'.repeat(65) })).toBe(false);
  });
});

describe('an endpoint', () => {
  const endpoint = { url: 'https://example.com/hark', events: ['call.failed'] };

  test('takes each event once, in one order', () => {
    const events = ['suppression.added', 'call.failed', 'suppression.added'];
    expect(createWebhookInput.parse({ ...endpoint, events }).events).toEqual([
      'call.failed',
      'suppression.added',
    ]);
    expect(messages(createWebhookInput, { ...endpoint, events: [] })).toEqual([
      'events: Choose at least one event',
    ]);
    expect(
      messages(createWebhookInput, {
        ...endpoint,
        events: Array(WEBHOOK_EVENT_CHOICES.length + 1).fill('call.failed'),
      }),
    ).toEqual(['events: Name each event once']);
    expect(messages(createWebhookInput, { ...endpoint, events: ['webhook.test'] })).toEqual([
      'events.0: This is not an event of webhooks',
    ]);
  });

  test('has a URL, and a description on one line', () => {
    expect(messages(createWebhookInput, { ...endpoint, url: 'example.com' })).toEqual([
      'url: Enter a URL such as https://example.com/hark',
    ]);
    expect(messages(createWebhookInput, { ...endpoint, description: 'a\nb' })).toEqual([
      'description: The description may not contain line breaks or control characters',
    ]);
    expect(createWebhookInput.parse(endpoint).description).toBe('');
  });

  test('keeps what a change leaves out', () => {
    expect(updateWebhookInput.parse({ id: 'e1', url: null })).toEqual({ id: 'e1', url: undefined });
    expect(updateWebhookInput.parse({ id: 'e1', enabled: false })).toEqual({ id: 'e1', enabled: false });
  });

  test('lists deliveries in pages of 50', () => {
    expect(deliveriesInput.parse({ id: 'e1' })).toEqual({ id: 'e1', limit: 50 });
    expect(['0', '1', 'x'].map((limit) => accepts(deliveriesInput, { id: 'e1', limit }))).toEqual([
      false,
      true,
      false,
    ]);
  });
});
