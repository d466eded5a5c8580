import { z } from 'zod';
import {
  emptyForm,
  STEPS,
  type Step,
  type WizardForm,
} from '#client/features/campaigns/wizard/wizard-state.ts';

/** An unfinished campaign as this browser keeps it, its file apart (`draft-file-store.ts`). */
export interface Draft {
  step: Step;
  form: WizardForm;
  file: DraftFile | null;
  publishKey: string | null;
  /** Milliseconds since the epoch. */
  savedAt: number;
}

const fileSchema = z.object({ name: z.string(), size: z.number(), lastModified: z.number() });
/** Which file belongs to a draft. */
export type DraftFile = z.infer<typeof fileSchema>;

const draftSchema = z.object({
  step: z.literal([1, 2, 3, 4, 5, 6]),
  form: z.object({
    name: z.string(),
    description: z.string(),
    message: z.string(),
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    campaignTime: z.string(),
    // Drafts of an earlier version have none, nor a file that is sure to be theirs.
    callsPerMinute: z.int().positive().nullable().default(null),
    voiceId: z.string().nullable(),
  }),
  file: fileSchema.nullable().default(null),
  publishKey: z.string().nullable(),
  savedAt: z.number(),
});

const storageKey = (uid: string) => `hark.campaign-draft.${uid}`;

/** The draft of a user of this browser, or null; what cannot be understood (an older version's) is none. */
export function readDraft(storage: Storage, uid: string): Draft | null {
  try {
    const draft = draftSchema.safeParse(JSON.parse(storage.getItem(storageKey(uid)) ?? 'null'));
    return draft.success ? draft.data : null;
  } catch {
    return null;
  }
}

/** Keeps a draft, taking the place of the one before. A full or forbidden storage loses the draft, not the work. */
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

/** What tells a file from the others that may have been chosen for the same draft. */
export function toDraftFile({ name, size, lastModified }: File): DraftFile {
  return { name, size, lastModified };
}

/** Whether a file that was kept is the draft's: another one may be, where the browser could not keep the latest. */
export function isDraftFile(kept: File, wanted: DraftFile): boolean {
  return kept.name === wanted.name && kept.size === wanted.size && kept.lastModified === wanted.lastModified;
}

/** Whether there is anything in a form that would be missed. */
export function hasContent(step: Step, form: WizardForm): boolean {
  return step > STEPS.name || JSON.stringify(form) !== JSON.stringify(emptyForm());
}
