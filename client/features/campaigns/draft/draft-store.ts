import { z } from 'zod';
import { CAMPAIGN_TIMES } from '#shared/drop-schedule.ts';
import {
  emptyForm,
  STEPS,
  type Step,
  type WizardForm,
} from '#client/features/campaigns/wizard/wizard-state.ts';

const fileSchema = z.object({ name: z.string(), size: z.number(), lastModified: z.number() });
/** The identity of the file that belongs to a draft. */
export type DraftFile = z.infer<typeof fileSchema>;

/** The latest time that a `Date` can hold, in milliseconds since the epoch. */
const MAX_TIME_MS = 8.64e15;

const draftSchema = z.object({
  step: z.literal([1, 2, 3, 4, 5, 6]),
  form: z.object({
    name: z.string(),
    description: z.string(),
    message: z.string(),
    startDate: z.iso.date().nullable(),
    endDate: z.iso.date().nullable(),
    campaignTime: z.enum(CAMPAIGN_TIMES),
    // Drafts of an earlier version have neither this field nor a file.
    callsPerMinute: z.int().positive().nullable().default(null),
    voiceId: z.string().nullable(),
  }),
  file: fileSchema.nullable().default(null),
  publishKey: z.string().nullable(),
  /** Milliseconds since the epoch. */
  savedAt: z.number().min(0).max(MAX_TIME_MS),
});
/** An unfinished campaign in localStorage. Its file is stored separately (`draft-file-store.ts`). */
export type Draft = z.infer<typeof draftSchema>;

const storageKey = (uid: string) => `hark.campaign-draft.${uid}`;

/** Reads the draft of a user. Returns null if there is none or it is broken. */
export function readDraft(storage: Storage, uid: string): Draft | null {
  try {
    const draft = draftSchema.safeParse(JSON.parse(storage.getItem(storageKey(uid)) ?? 'null'));
    return draft.success ? draft.data : null;
  } catch {
    return null;
  }
}

/** Saves a draft and replaces the previous one. A full or blocked storage loses the draft without an error. */
export function writeDraft(storage: Storage, uid: string, draft: Draft): void {
  try {
    storage.setItem(storageKey(uid), JSON.stringify(draft));
  } catch {
    storage.removeItem(storageKey(uid));
  }
}

export function deleteDraft(storage: Storage, uid: string): void {
  storage.removeItem(storageKey(uid));
}

/** Returns the identity of a file. */
export function toDraftFile({ name, size, lastModified }: File): DraftFile {
  return { name, size, lastModified };
}

/** Whether a stored file belongs to the draft. It may be an older one if saving the latest failed. */
export function isDraftFile(stored: File, expected: DraftFile): boolean {
  return (
    stored.name === expected.name &&
    stored.size === expected.size &&
    stored.lastModified === expected.lastModified
  );
}

/** Whether the user has entered anything. */
export function hasContent(step: Step, form: WizardForm): boolean {
  return step > STEPS.name || JSON.stringify(form) !== JSON.stringify(emptyForm());
}
