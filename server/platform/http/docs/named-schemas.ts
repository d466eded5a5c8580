import { z, type ZodType } from 'zod';
import { analyticsRowSchema, callDetailSchema } from '#shared/schemas/analytics.ts';
import { userDataSchema, profileSchema } from '#shared/schemas/account/auth.ts';
import {
  paymentMethodSchema,
  productSchema,
  subscriptionOutput,
  transactionSchema,
} from '#shared/schemas/billing/billing.ts';
import { callSchema } from '#shared/schemas/campaigns/call-details.ts';
import { callingProfileOutput } from '#shared/schemas/calling/calling-profile.ts';
import { callingHoursSchema, callingHoursView, skippedSchema } from '#shared/schemas/calling/calling.ts';
import { callEvidenceSchema, contactViewSchema } from '#shared/schemas/campaigns/campaign-contacts.ts';
import {
  campaignDetailOutput,
  campaignSchema,
  contactInput,
  listedContact,
} from '#shared/schemas/campaigns/campaigns.ts';
import { leftOutSchema } from '#shared/schemas/campaigns/check-list.ts';
import { consentInput, consentRecordSchema, consentSchema } from '#shared/schemas/campaigns/consent.ts';
import { contactListSchema } from '#shared/schemas/contact-lists.ts';
import { customCells } from '#shared/schemas/campaigns/custom-cells.ts';
import { invalidRows } from '#shared/schemas/campaigns/invalid-rows.ts';
import { previewSchema } from '#shared/schemas/previews.ts';
import { suppressionsBody } from '#shared/schemas/calling/suppressions.ts';
import { testDropSchema } from '#shared/schemas/campaigns/test-drops.ts';
import { voiceSchema } from '#shared/schemas/voices.ts';
import { deliverySchema, reportedCallSchema, webhookSchema } from '#shared/schemas/webhooks.ts';
import { canonicalText, isObject, type Json } from './json.ts';

/** The schemas of responses that the document names, by their name. */
const RESPONSES: Readonly<Record<string, ZodType>> = {
  Campaign: campaignSchema,
  CampaignCalls: analyticsRowSchema,
  CampaignDetail: campaignDetailOutput.shape.campaign,
  CampaignContact: contactViewSchema,
  Call: callSchema,
  CallDetail: callDetailSchema,
  CallEvidence: callEvidenceSchema,
  CallingHours: callingHoursView,
  CallingProfile: callingProfileOutput,
  Card: paymentMethodSchema,
  Consent: consentSchema,
  ConsentRecord: consentRecordSchema,
  InvalidRows: invalidRows,
  LeftOutContact: leftOutSchema,
  List: contactListSchema,
  Plan: productSchema,
  Preview: previewSchema,
  Profile: profileSchema,
  ReportedCall: reportedCallSchema,
  Skipped: skippedSchema,
  Subscription: subscriptionOutput,
  SuppressedNumber: suppressionsBody.shape.suppressions.element,
  TestDrop: testDropSchema,
  Transaction: transactionSchema,
  User: userDataSchema,
  Voice: voiceSchema,
  Webhook: webhookSchema,
  WebhookDelivery: deliverySchema,
};

/** The same for requests, where defaults are optional. */
const REQUESTS: Readonly<Record<string, ZodType>> = {
  CallingHoursInput: callingHoursSchema,
  ConsentInput: consentInput,
  Contact: listedContact,
  ContactFields: contactInput,
  OwnColumns: customCells,
};

/** Returns the JSON Schema of a zod schema; what it cannot express is left open. */
export function jsonSchema(schema: ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

/** The names of schemas by their text without description, which may differ from place to place. */
export interface SchemaNames {
  schemas: Record<string, Json>;
  /** Returns the schema with each part that has a name replaced by a reference to it. */
  refer(schema: Json): Json;
}

/** Returns the named schemas of the document, in which each part that has a name is a reference too. */
export function namedSchemas(): SchemaNames {
  const own = Object.entries({ ...asJson(RESPONSES, 'output'), ...asJson(REQUESTS, 'input') });
  const names = new Map(own.map(([name, schema]) => [textOf(schema), name]));
  const refer = (schema: Json): Json => referredObject(schema, names);
  return { schemas: Object.fromEntries(own.map(([name, schema]) => [name, partsOf(schema, names)])), refer };
}

function asJson(schemas: Readonly<Record<string, ZodType>>, io: 'input' | 'output'): Record<string, Json> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema, io)]));
}

function textOf({ description: _, default: _default, ...schema }: Json): string {
  return canonicalText(schema);
}

function referred(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => referred(item, names));
  return isObject(value) ? referredObject(value, names) : value;
}

function referredObject(schema: Json, names: ReadonlyMap<string, string>): Json {
  const name = names.get(textOf(schema));
  if (name === undefined) return partsOf(schema, names);
  const { description } = schema;
  return { $ref: `#/components/schemas/${name}`, ...(description !== undefined && { description }) };
}

function partsOf(schema: Json, names: ReadonlyMap<string, string>): Json {
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, referred(part, names)]));
}
