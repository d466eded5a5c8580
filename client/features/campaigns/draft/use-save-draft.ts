import { useEffect } from 'react';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import { createDraftFileStore } from '#client/domain/draft/draft-file-store.ts';
import { fileKey } from '#client/domain/draft/erase-draft.ts';
import { contactCount } from '#client/features/campaigns/contact-file/upload-summary.ts';
import type { WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';
import type { DraftSync } from './draft-sync.ts';
import {
  hasContent,
  isDraftFile,
  storedStep,
  toDraftFile,
  writeDraft,
  type Draft,
  type DraftFile,
} from './draft-store.ts';

interface SavedForm {
  uid: string;
  state: WizardState;
  sync: DraftSync;
  missingFile: { readonly current: DraftFile | null };
}

/** Saves the form at each change, in this browser and on the server. */
export function useSaveForm({ uid, state, sync, missingFile }: SavedForm): void {
  const { step, form, upload, publishKey, publishing, replaces, first } = state;
  const chosen = upload.status === 'reading' || upload.status === 'ready' ? upload : null;
  const [file, reading] = [chosen?.file ?? null, chosen?.reading ?? AS_WRITTEN];
  const list = upload.status === 'list' ? upload.list : null;
  const contacts = contactCount(upload);
  const keepsContacts = upload.status === 'kept';
  useEffect(() => {
    if (step === 'intro' || step === 'success' || !hasContent(step, form)) return;
    const draftFile = file === null ? missingFile.current : toDraftFile(file);
    const saved = { form, file: draftFile, reading, contacts, list, first, publishKey, savedAt: Date.now() };
    const content = {
      ...storedStep(step),
      ...saved,
      replaces: replaces === null ? null : { ...replaces, keepsContacts },
    };
    const { id, version, tab } = sync.written;
    writeDraft(localStorage, uid, { ...content, id, version, tab });
    // A draft that is being published is not to come back after it.
    if (!publishing) sync.change(content);
  }, [
    uid,
    step,
    form,
    file,
    reading,
    contacts,
    list,
    replaces,
    keepsContacts,
    first,
    publishKey,
    publishing,
    sync,
    missingFile,
  ]);
}

/** Saves the contact file in this browser. */
export function useSaveFile(uid: string, { upload }: WizardState, sync: DraftSync): void {
  const file = upload.status === 'ready' ? upload.file : null;
  useEffect(() => {
    if (file !== null)
      void ignoreErrors(createDraftFileStore(indexedDB).write(fileKey(uid, sync.written.id), file));
  }, [uid, file, sync]);
}

/** Returns the file of a draft if this browser has it. */
export async function readFile(uid: string, { id, file: expected }: Draft): Promise<File | null> {
  if (expected === null) return null;
  const stored = await ignoreErrors(createDraftFileStore(indexedDB).read(fileKey(uid, id)));
  return stored !== null && isDraftFile(stored, expected) ? stored : null;
}

/** Resolves to null on errors: if the browser cannot store files, only the draft is lost. */
function ignoreErrors<T>(promise: Promise<T>): Promise<T | null> {
  return promise.catch(() => null);
}
