import { z } from 'zod';
import { campaignDraft, type CampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { emptyForm, type WizardForm } from '#client/features/campaigns/wizard/wizard-form.ts';
import { isPast, placeOf, STEPS, type StepId } from '#client/features/campaigns/wizard/wizard-steps.ts';
import { NUMBERED_STEPS } from '#client/domain/draft/draft-steps.ts';
import { draftKey, keptDraftIds } from '#client/domain/draft/erase-draft.ts';

/** The identity of the file that belongs to a draft. */
export type DraftFile = NonNullable<CampaignDraft['file']>;

const draftSchema = campaignDraft.extend({
  /** The state of the draft on the server that it follows; null if it was never saved there. */
  version: z.string().nullable().default(null),
  /** The visit to the wizard that wrote it in this browser; absent from one that comes from the server. */
  tab: z.string().optional(),
});
/** An unfinished campaign in localStorage. Its file is stored separately (`draft-file-store.ts`). */
export type Draft = z.infer<typeof draftSchema> & { id: string };

const NUMBERED: readonly StepId[] = NUMBERED_STEPS;

/** Returns the step that a draft opens: for one that this version does not know, the one that stands for it. */
export function stepOf({ step, stepId }: Pick<CampaignDraft, 'step' | 'stepId'>): StepId {
  const known = STEPS.slice(placeOf('name'), placeOf('success')).find(({ id }) => id === stepId);
  return known?.id ?? NUMBERED[step - 1] ?? 'name';
}

/** Returns a step as a draft has it: its id, and for earlier versions the number of it or of the nearest before it. */
export function storedStep(stepId: StepId): Pick<CampaignDraft, 'step' | 'stepId'> {
  const before = NUMBERED.filter((id) => !isPast(id, stepId)).length;
  return { step: Math.max(1, before) as CampaignDraft['step'], stepId };
}

/** Reads a draft of a user. Returns null if there is none or it is broken. */
export function readDraft(storage: Storage, uid: string, id: string): Draft | null {
  try {
    const draft = draftSchema.safeParse(JSON.parse(storage.getItem(draftKey(uid, id)) ?? 'null'));
    return draft.success ? { ...draft.data, id } : null;
  } catch {
    return null;
  }
}

/** Reads all drafts of a user in this browser, the one that was changed last first. */
export function readDrafts(storage: Storage, uid: string): Draft[] {
  const found = keptDraftIds(storage, uid).map((id) => readDraft(storage, uid, id));
  return found.filter((draft) => draft !== null).sort((one, other) => other.savedAt - one.savedAt);
}

/** Saves a draft and replaces its previous state. A full or blocked storage loses the draft without an error. */
export function writeDraft(storage: Storage, uid: string, { id, ...draft }: Draft): void {
  try {
    storage.setItem(draftKey(uid, id), JSON.stringify(draft));
  } catch {
    storage.removeItem(draftKey(uid, id));
  }
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

/** Whether the user has entered anything: a day and a voice may be chosen for a campaign as it opens. */
export function hasContent(step: StepId, form: WizardForm): boolean {
  const { startDate, voiceId } = form;
  return (
    isPast(step, 'name') || JSON.stringify(form) !== JSON.stringify({ ...emptyForm(), startDate, voiceId })
  );
}
