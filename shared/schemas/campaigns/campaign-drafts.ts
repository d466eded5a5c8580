import { automaticRetry } from './automatic-retry.ts';
import { z } from 'zod';
import { CONSENT_BASES } from '#shared/calling/consent-basis.ts';
import { AS_WRITTEN, fileReading } from '#shared/contacts/columns/column-mapping.ts';
import { CAMPAIGN_TIMES, USUAL_TIME } from '#shared/drop-schedule.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH } from '#shared/limits.ts';
import { withDefault } from '#shared/schemas/options.ts';
import { splitSchema } from './split.ts';
import { DEFAULT_HOURS, LEGAL_HOURS, skippedSchema } from '#shared/schemas/calling/calling.ts';

/** What identifies a contact file in the browser that has it. */
const draftFile = z.object({ name: z.string().max(1_000), size: z.number(), lastModified: z.number() });

const halfHour = z.enum(CAMPAIGN_TIMES.filter((time) => time >= LEGAL_HOURS.from && time <= LEGAL_HOURS.to));
/** Kept while they are still wrong, such as without any day. */
const draftHours = z.object({
  from: halfHour,
  to: halfHour,
  days: z.array(z.int().min(1).max(7)).max(7),
});

const overrides = z.array(z.string().max(40)).max(20);
const otherMessage = z.object({ message: z.string().max(MAX_MESSAGE_LENGTH), messageOverrides: overrides });

const draftConsent = z.object({
  basis: z.enum(CONSENT_BASES).nullable(),
  ownWords: z.string().max(1_000),
  obtainedAt: z.union([z.iso.date(), z.literal('')]),
  source: z.string().max(1_000),
});

const columnNames = z.array(z.string().max(40)).max(20);
/** A saved list in place of a file, as it was when it was chosen. */
const draftList = z.object({
  id: z.string().max(64),
  name: z.string().max(MAX_NAME_LENGTH),
  size: z.int().min(0),
  columns: columnNames,
  own_columns: columnNames,
  consent: z.object({
    basis: z.enum(CONSENT_BASES),
    own_words: z.string().max(300).nullable(),
    obtained_at: z.string().max(10),
    source: z.string().max(300),
  }),
});

/** The scheduled campaign that a draft replaces, as it was when the wizard opened. */
const replacedCampaign = z.object({
  id: z.string().max(64),
  name: z.string().max(MAX_NAME_LENGTH),
  dropDate: z.iso.datetime(),
  /** How many it calls. */
  contacts: z.int().min(0),
  /** The half of a list that it calls, and goes on to call; null: all. */
  split: splitSchema.nullable().default(null),
  /** All its fields: another tab has changed it if they differ. */
  seen: z.string().max(10_000),
});

/** More reasons to leave contacts out than there are. */
const MAX_REASONS = 50;

/** The campaign of the first of two messages, which is scheduled while that of the second is not. */
const firstHalf = z.object({
  test: z.string().max(100),
  campaign: z.object({
    id: z.string().max(64),
    name: z.string().max(MAX_NAME_LENGTH),
    contacts: z.int().min(0),
    skipped: skippedSchema.max(MAX_REASONS),
    dropDate: z.string().max(40),
    creditCost: z.int().min(0),
    balance: z.int(),
  }),
  /** Read by earlier versions, which may be up still. */
  secondName: z.string().max(MAX_NAME_LENGTH).nullable().default(null),
});

/** The latest time that a `Date` can hold, in milliseconds since the epoch. */
const MAX_TIME_MS = 8.64e15;

/** An unfinished campaign of the wizard. Its contact file stays in the browser that chose it. */
export const campaignDraft = z.object({
  /** The place of the step before steps had ids; earlier versions, which may be up still, read it alone. */
  step: z.literal([1, 2, 3, 4, 5, 6]),
  stepId: z.string().max(40).nullable().default(null),
  form: z.object({
    // Each field has what a new campaign begins with, and a draft that is older than it.
    name: z.string().max(MAX_NAME_LENGTH).default(''),
    description: z.string().max(MAX_DESCRIPTION_LENGTH).default(''),
    message: z.string().max(MAX_MESSAGE_LENGTH).default(''),
    /** The message of the other half of the list; null where all hear the same. */
    other: otherMessage.nullable().default(null),
    /** Which of the two `message` is. */
    part: z.literal([1, 2]).default(1),
    startDate: z.iso.date().nullable().default(null),
    endDate: z.iso.date().nullable().default(null),
    /** `HH:MM` UTC. */
    campaignTime: z.enum(CAMPAIGN_TIMES).default(USUAL_TIME),
    /** The maximum calls per minute; null means the maximum of the system. */
    callsPerMinute: z.int().positive().nullable().default(null),
    voiceId: z.string().max(64).nullable().default(null),
    /** The codes of findings in the message that the user overrides. */
    messageOverrides: overrides.default([]),
    /** When people may be called, in their own time. */
    callingHours: draftHours.default({ ...DEFAULT_HOURS, days: [...DEFAULT_HOURS.days] }),
    /** Calls the first so many of the list that may be called; null: all. */
    maxCalls: z.int().positive().nullable().default(null),
    /** How often it retries its failed calls by itself; null: never. */
    retry: automaticRetry.nullable().default(null),
    /** Why the people on the list may be called; null: the consent of the calling profile, unless it is asked for. */
    consent: draftConsent.nullable().default(null),
  }),
  file: draftFile.nullable().default(null),
  reading: fileReading.default(AS_WRITTEN),
  /** How many contacts were chosen; null while that is not known. */
  contacts: z.int().min(0).nullable().default(null),
  list: draftList.nullable().default(null),
  /** Null: a new campaign. `keepsContacts`: it calls the people of the one that it replaces. */
  replaces: replacedCampaign.extend({ keepsContacts: z.boolean() }).nullable().default(null),
  first: firstHalf.nullable().default(null),
  publishKey: z.string().max(100).nullable(),
  /** When it was changed, by the clock of its browser, in milliseconds since the epoch. */
  savedAt: z.number().min(0).max(MAX_TIME_MS),
});
export type CampaignDraft = z.infer<typeof campaignDraft>;

/** Names one state of a stored draft; `null` where there is none. */
const draftVersion = z.string().min(1).max(100);

/**
 * The draft that calls without an id mean: versions before several drafts kept one for each user. New drafts have ids of
 * their own, which the wizard makes.
 */
export const FIRST_DRAFT = 'first';
const draftId = z.string().regex(/^[\w-]{1,60}$/, 'is no id of a draft');
const draftIdField = withDefault(draftId, FIRST_DRAFT);

/** Names a draft of the caller. */
export const draftRef = z.strictObject({ id: draftIdField });

/** A draft as it is stored for the user. */
export const storedDraft = z.object({ version: draftVersion, content: campaignDraft });
export type StoredCampaignDraft = z.infer<typeof storedDraft>;

export const draftOutput = z.object({ draft: storedDraft.nullable() });

export const saveDraftInput = z.strictObject({
  id: draftIdField,
  /** The version that this one follows. */
  base: draftVersion.nullable(),
  /** The visit to the wizard that saves, and its number of this change, from 1. */
  tab: z.string().regex(/^[\w-]{1,60}$/),
  edit: z.int().min(1).max(1_000_000_000),
  content: campaignDraft,
});
/** `saved: false`: another tab or browser has changed the draft since `base`; it is as returned. */
export const saveDraftOutput = z.discriminatedUnion('saved', [
  z.object({ saved: z.literal(true), version: draftVersion }),
  z.object({ saved: z.literal(false), draft: storedDraft.nullable() }),
]);
export type SaveDraftResult = z.infer<typeof saveDraftOutput>;

/** A draft in the list of a user's drafts. */
const listedDraft = z.object({
  id: draftId,
  version: draftVersion,
  /** Empty while it has no name, and for one that this version cannot read. */
  name: z.string(),
  step: campaignDraft.shape.step,
  stepId: campaignDraft.shape.stepId,
  /** How many contacts were chosen; null while that is not known. */
  contacts: z.int().min(0).nullable(),
  /** The name of the campaign that it replaces. */
  replaces: z.string().nullable(),
  /** When it was changed, by the clock of its browser, in milliseconds since the epoch. */
  savedAt: z.number(),
});
export type ListedDraft = z.infer<typeof listedDraft>;

/** The drafts of a user, the one that was saved last first. */
export const draftsOutput = z.object({ drafts: z.array(listedDraft) });
