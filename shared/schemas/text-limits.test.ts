import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { apiKeyNameSchema } from './account/api-keys.ts';
import {
  companyNameSchema,
  confirmEmailInput,
  displayNameSchema,
  emailSchema,
  givenPasswordSchema,
  passwordSchema,
  registerInput,
  resetPasswordInput,
  userIdInput,
} from './account/auth.ts';
import { callQueryFields } from './campaigns/call-query.ts';
import { campaignFilterFields } from './campaigns/campaign-overview.ts';
import {
  campaignNameSchema,
  campaignReference,
  descriptionSchema,
  messageSchema,
  voiceId,
} from './campaigns/campaigns.ts';
import { consentInput } from './campaigns/consent.ts';
import { cell } from './campaigns/custom-cells.ts';
import { combineListsInput, contactListRef, listContactsFields, listNameSchema } from './contact-lists.ts';
import { createWebhookInput, webhookRef } from './webhooks.ts';

const consent = { basis: 'written_consent', obtained_at: '2026-05-01', source: 'Form' };
const inConsent = (field: 'basis' | 'source') => (text: string) => ({ ...consent, [field]: text });
const webhook = { url: 'https://example.com', events: ['call.failed'] };

interface TextField {
  schema: z.ZodType;
  /** The input with a text in the field. */
  input?: (text: string) => unknown;
  /** What an empty text is refused with; absent where it is accepted. */
  empty?: string;
  max: number;
  /** What a longer text is refused with. */
  long: string;
  /** A text of a length, for fields of a certain form. */
  text?: (length: number) => string;
}

/** The words of the server, which are tested there. */
const ZOD = (max: number) => expect.stringContaining(String(max)) as string;
const characters = (what: string, max: string) => `The ${what} may have at most ${max} characters`;
const address = (length: number) => {
  const domain = `${'d'.repeat(63)}.${'e'.repeat(63)}.${'f'.repeat(58)}.com`;
  return `${'a'.repeat(length - domain.length - 1)}@${domain}`;
};

const FIELDS: Record<string, TextField> = {
  'the name of a campaign': {
    schema: campaignNameSchema,
    max: 120,
    long: characters('campaign name', '120'),
    empty: 'A campaign name is required',
  },
  'the description of a campaign': {
    schema: descriptionSchema,
    max: 500,
    long: characters('description', '500'),
  },
  'a message': {
    schema: messageSchema,
    max: 1_200,
    long: characters('message', '1200'),
    empty: 'Please enter a message',
  },
  'a reference to a campaign': {
    schema: campaignReference,
    max: 400,
    long: ZOD(400),
    empty: expect.any(String) as string,
  },
  'the id of a voice': { schema: voiceId, max: 64, long: 'Voice not found', empty: 'Please select a voice' },
  'the search for a campaign': {
    schema: campaignFilterFields,
    input: (search) => ({ search }),
    max: 120,
    long: characters('search', '120'),
  },
  'the search for a call': {
    schema: callQueryFields,
    input: (search) => ({ search }),
    max: 100,
    long: ZOD(100),
  },
  'a cell': { schema: cell, max: 500, long: ZOD(500) },
  'the name of a list': {
    schema: listNameSchema,
    max: 120,
    long: characters('list name', '120'),
    empty: 'A list name is required',
  },
  'the search on a list': {
    schema: listContactsFields,
    input: (search) => ({ search }),
    max: 80,
    long: 'Please use up to 80 characters',
  },
  'the id of a list': { schema: contactListRef, input: (id) => ({ id }), max: 64, long: ZOD(64) },
  'the first of two lists': {
    schema: combineListsInput,
    input: (left) => ({ name: 'Both', operation: 'union', left, right: 'b' }),
    max: 64,
    long: ZOD(64),
  },
  'the second of two lists': {
    schema: combineListsInput,
    input: (right) => ({ name: 'Both', operation: 'union', left: 'a', right }),
    max: 64,
    long: ZOD(64),
  },
  'the basis of a consent': {
    schema: consentInput,
    input: inConsent('basis'),
    max: 300,
    long: 'At most 300 characters',
    empty: 'Please say why these people may be called',
  },
  'the source of a consent': {
    schema: consentInput,
    input: inConsent('source'),
    max: 300,
    long: 'At most 300 characters',
    empty: 'Please say where consent was obtained',
  },
  'an email address': {
    schema: emailSchema,
    max: 254,
    text: address,
    long: 'An email address may have at most 254 characters',
    empty: 'Invalid email ID. Format: name@example.com',
  },
  'a new password': {
    schema: passwordSchema,
    max: 200,
    long: characters('password', '200'),
    empty: 'The password needs at least 8 characters',
  },
  'a given password': { schema: givenPasswordSchema, max: 200, long: characters('password', '200') },
  'a full name': {
    schema: displayNameSchema,
    max: 120,
    long: 'A name may have at most 120 characters',
    empty: 'A name is required',
  },
  'a company': { schema: companyNameSchema, max: 120, long: 'A name may have at most 120 characters' },
  'a role': {
    schema: registerInput,
    input: (role) => ({ email: 'a@b.co', password: 'correct horse', display_name: 'Ana', role }),
    max: 40,
    long: ZOD(40),
  },
  'the id of a user': { schema: userIdInput, input: (user_id) => ({ user_id }), max: 64, long: ZOD(64) },
  'the secret of a link': { schema: confirmEmailInput, input: (uid) => ({ uid }), max: 200, long: ZOD(200) },
  'the secret of a reset': {
    schema: resetPasswordInput,
    input: (token) => ({ token, password: 'correct horse' }),
    max: 200,
    long: ZOD(200),
  },
  'the name of a key': {
    schema: apiKeyNameSchema,
    max: 60,
    long: 'The name may have at most 60 characters',
    empty: 'A name is required',
  },
  'the URL of an endpoint': {
    schema: createWebhookInput,
    input: (url) => ({ ...webhook, url }),
    max: 2_000,
    long: 'The URL is too long',
    empty: 'A URL is required',
    text: (length) => `https://example.com/${'a'.repeat(length - 20)}`,
  },
  'the description of an endpoint': {
    schema: createWebhookInput,
    input: (description) => ({ ...webhook, description }),
    max: 200,
    long: 'Please use up to 200 characters',
  },
  'the id of an endpoint': { schema: webhookRef, input: (id) => ({ id }), max: 64, long: ZOD(64) },
};

/** The messages that an input is refused with. */
function refusals(schema: z.ZodType, input: unknown): string[] {
  return schema.safeParse(input).error?.issues.map(({ message }) => message) ?? [];
}

describe.each(Object.entries(FIELDS))('%s', (_, field) => {
  const { schema, empty, max, long, input = (text) => text, text = (length) => 'a'.repeat(length) } = field;

  test('has at most so many characters', () => {
    expect(refusals(schema, input(text(max)))).toEqual([]);
    expect(refusals(schema, input(text(max + 1)))).toEqual([long]);
  });

  test(empty === undefined ? 'may be empty' : 'must not be empty', () => {
    expect(refusals(schema, input(''))[0]).toEqual(empty);
  });
});

test('the least length of a new password', () => {
  expect(refusals(passwordSchema, 'a'.repeat(7))).toEqual(['The password needs at least 8 characters']);
  expect(refusals(passwordSchema, 'a'.repeat(8))).toEqual([]);
});
