import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { DEFAULT_HOURS } from './calling/calling.ts';
import { accountEventsInput } from './account/account-events.ts';
import { detailsPageFields, MAX_CALLS_PER_PAGE } from './analytics.ts';
import { transactionYearFilter } from './billing/billing.ts';
import { callingPlanInput } from './calling/calling-plan.ts';
import { skipInvalid } from './campaigns/invalid-rows.ts';
import { autoPurchaseInput, MAX_AUTO_PACKS } from '#shared/schemas/billing/auto-purchase.ts';
import { creditAlertSchema } from './billing/credit-alert.ts';
import { callLimitSchema } from './calling/calling-profile.ts';
import { callingHoursChange, callingHoursSchema } from './calling/calling.ts';
import {
  needsRemovalReason,
  SUPPRESSION_SOURCES,
  suppressionAddInput,
  suppressionImportInput,
  suppressionListInput,
} from './calling/suppressions.ts';
import { contactsPageFields } from './campaigns/campaign-contacts.ts';
import { campaignDraft, saveDraftInput } from './campaigns/campaign-drafts.ts';
import { campaignDraftInput } from './campaigns/campaigns.ts';
import { contactsOrList, createCampaignInput } from './campaigns/create-campaign.ts';
import { retryInput, retryQuoteFields } from './campaigns/retry.ts';
import { deliveriesInput } from './webhooks.ts';

const draft = {
  step: 2,
  file: null,
  list: null,
  publishKey: null,
  savedAt: 1,
  form: {
    name: '',
    description: '',
    message: '',
    startDate: null,
    endDate: null,
    campaignTime: '11:00',
    voiceId: null,
  },
};
const saved = { base: null, tab: 'tab-1', edit: 1, content: draft };

interface NumberField {
  schema: z.ZodType;
  input: (value: unknown) => unknown;
  min: number;
  max: number;
  /** Whether it may be a number with a fraction. */
  fractions?: boolean;
}

const FIELDS: Record<string, NumberField> = {
  'the page of contacts': { schema: contactsPageFields, input: (page) => ({ page }), min: 1, max: 1_000_000 },
  'the contacts of a page': {
    schema: contactsPageFields,
    input: (page_size) => ({ page_size }),
    min: 1,
    max: 500,
  },
  'the numbers of a page': { schema: suppressionListInput, input: (limit) => ({ limit }), min: 1, max: 100 },
  'the deliveries of a page': {
    schema: deliveriesInput,
    input: (limit) => ({ id: 'e1', limit }),
    min: 1,
    max: 100,
  },
  'the events of a page': { schema: accountEventsInput, input: (limit) => ({ limit }), min: 1, max: 100 },
  'the page of calls': { schema: detailsPageFields, input: (page) => ({ page }), min: 1, max: 1_000_000 },
  'the calls of a page': {
    schema: detailsPageFields,
    input: (page_size) => ({ page_size }),
    min: 1,
    max: MAX_CALLS_PER_PAGE,
  },
  'the year of invoices': {
    schema: transactionYearFilter,
    input: (year) => ({ year }),
    min: 2_000,
    max: 9_999,
  },
  'the people of a window': {
    schema: callingPlanInput,
    input: (count) => ({ classes: [{ window: 'w', count }] }),
    min: 1,
    max: 10_000_000,
  },
  'the calls to one number': {
    schema: callLimitSchema,
    input: (calls) => ({ calls, days: 1 }),
    min: 1,
    max: 1_000,
  },
  'the days of that limit': {
    schema: callLimitSchema,
    input: (days) => ({ calls: 1, days }),
    min: 1,
    max: 30,
  },
  'the credits of a reminder': {
    schema: creditAlertSchema,
    input: (threshold) => ({ threshold }),
    min: 1,
    max: 100_000_000,
  },
  'the packs of a month': {
    schema: autoPurchaseInput,
    input: (max_per_month) => ({ threshold: 1, credits: 5_000, max_per_month, paymentMethodId: 'pm_1' }),
    min: 1,
    max: MAX_AUTO_PACKS,
  },
  'a day of calling hours': { schema: callingHoursSchema, input: (day) => ({ days: [day] }), min: 1, max: 7 },
  'a day of a draft': {
    schema: campaignDraft,
    input: (day) => ({ ...draft, form: { ...draft.form, callingHours: { ...DEFAULT_HOURS, days: [day] } } }),
    min: 1,
    max: 7,
  },
  'the time of a draft': {
    schema: campaignDraft,
    input: (savedAt) => ({ ...draft, savedAt }),
    min: 0,
    max: 8.64e15,
    fractions: true,
  },
  'the number of a change': {
    schema: saveDraftInput,
    input: (edit) => ({ ...saved, edit }),
    min: 1,
    max: 1_000_000_000,
  },
};

const accepts = (schema: z.ZodType, input: unknown) => schema.safeParse(input).success;

describe.each(Object.entries(FIELDS))('%s', (_, { schema, input, min, max, fractions = false }) => {
  test(`is from ${String(min)} to ${String(max)}`, () => {
    const values = [min - 1, min, max, max + 1];
    expect(values.map((value) => accepts(schema, input(value)))).toEqual([false, true, true, false]);
    expect(accepts(schema, input(min + 0.5))).toBe(fractions);
    expect(accepts(schema, input('many'))).toBe(false);
  });
});

const lengths = (schema: z.ZodType, input: (count: number) => unknown, counts: number[]) =>
  counts.map((count) => accepts(schema, input(count)));

test('lists have at least one entry and at most as many as are read', () => {
  const phones = (count: number) => ({ phones: Array<string>(count).fill('12025550123') });
  expect(lengths(suppressionImportInput, phones, [0, 1])).toEqual([false, true]);
  const contacts = (count: number) => Array<object>(count).fill({});
  expect(lengths(contactsOrList, contacts, [0, 1])).toEqual([false, true]);
  const reasons = (count: number) => ({ reasons: Array<string>(count).fill('4005') });
  expect(lengths(retryQuoteFields, reasons, [0, 1])).toEqual([false, true]);
});

test('a yes or no is a boolean or its name', () => {
  const read = ['true', true, 'false', false, 'yes', 1].map((flag) => skipInvalid.safeParse(flag).data);
  expect(read).toEqual([true, true, false, false, undefined, undefined]);
});

describe('a number of the do-not-call list', () => {
  const problem = (input: object) => suppressionAddInput.safeParse(input).error?.issues[0]?.message;

  test('can be dialled, and is stored as it is dialled', () => {
    expect(suppressionAddInput.parse({ phone: ' (202) 555-0143 ' }).phone).toBe('12025550143');
    expect(problem({ phone: '' })).toBe('A phone number is required');
    expect(problem({ phone: '2'.repeat(41) })).toBe('A phone number has 10 digits');
  });

  test('has a reason of up to 500 characters, or none', () => {
    const reasons = ['', null, undefined, 'a'.repeat(500)];
    const read = reasons.map((reason) => suppressionAddInput.parse({ phone: '2025550143', reason }).reason);
    expect(read).toEqual([undefined, undefined, undefined, 'a'.repeat(500)]);
    expect(problem({ phone: '2025550143', reason: 'a'.repeat(501) })).toBe('Please use up to 500 characters');
  });

  test('needs a reason to be removed if the person or the carrier asked', () => {
    const needs = SUPPRESSION_SOURCES.filter(needsRemovalReason);
    expect(needs).toEqual(['carrier report', 'stop page', 'inbound call']);
  });
});

test('a campaign has contacts or a list', () => {
  const named = { campaign_name: 'Autumn', message: 'Hi', voice_id: 'v1' };
  const [issue] = createCampaignInput.safeParse(named).error?.issues ?? [];
  expect([issue?.path, issue?.message]).toEqual([['contacts'], 'is missing']);
  expect(accepts(createCampaignInput, { ...named, list_id: 'l1' })).toBe(true);
  expect(accepts(createCampaignInput, { ...named, contacts: [{}] })).toBe(true);
  expect(accepts(createCampaignInput, { ...named, list_id: 'l'.repeat(65) })).toBe(false);
});

test('a retry agrees to a number and a cost that are not negative', () => {
  const agreed = (expected: object) => accepts(retryInput, { id: 'c1', expected });
  expect([
    agreed({ calls: 0, cost: 0 }),
    agreed({ calls: -1, cost: 0 }),
    agreed({ calls: 0, cost: -1 }),
  ]).toEqual([...[true, false, false]]);
  expect(agreed({ calls: 1, cost: 1, credits: 1 })).toBe(false);
});

describe('calling hours', () => {
  const problem = (hours: object) => callingHoursSchema.safeParse(hours).error?.issues[0]?.message;

  test('are those of the law at the most, and end after they begin', () => {
    expect(callingHoursSchema.parse({})).toEqual(DEFAULT_HOURS);
    expect(problem({ from: '08:00', to: '21:00' })).toBeUndefined();
    expect(problem({ from: '07:59' })).toBe('Calls may be made from 8 AM');
    expect(problem({ to: '21:01' })).toBe('Calls may be made until 9 PM');
    expect(problem({ from: '10:00', to: '10:00' })).toBe('The calling hours must end after they begin');
    expect(problem({ from: '10:00', to: '10:01' })).toBeUndefined();
    for (const from of ['9:00', '09:60', '24:00', '09:00 ', '0900']) {
      expect(problem({ from }), from).toBe('must be a time such as 09:00');
    }
  });

  test('are on days that are named once, in order', () => {
    expect(callingHoursSchema.parse({ days: [5, 1, 5] }).days).toEqual([1, 5]);
    expect(problem({ days: [] })).toBe('Please choose at least one day');
    expect(callingHoursChange.parse({ days: [7, 2] })).toEqual({ days: [2, 7] });
    expect(accepts(callingHoursChange, { day: 1 })).toBe(false);
  });

  test('of a campaign are validated with it', () => {
    const hours = { campaign_name: 'A', message: 'Hi', voice_id: 'v', calling_hours: { from: '07:00' } };
    expect(campaignDraftInput.safeParse(hours).error?.issues[0]?.path).toEqual(['calling_hours', 'from']);
  });
});
