import { useCallback, useEffect, useRef, useState, type Dispatch } from 'react';
import { createDraftFileStore } from './draft-file-store.ts';
import { eraseDraft } from './erase-draft.ts';
import {
  toDraftFile,
  isDraftFile,
  hasContent,
  readDraft,
  writeDraft,
  type Draft,
  type DraftFile,
} from './draft-store.ts';
import {
  STEPS,
  type WizardAction,
  type WizardState,
} from '#client/features/campaigns/wizard/wizard-state.ts';

export interface DraftOffer {
  /** The stored draft, until it is resumed or a new campaign is started. */
  offered: Draft | null;
  /** Restores the draft. */
  resume: () => void;
  resuming: boolean;
  /** Deletes the draft and its file. */
  discard: () => void;
}

/** Saves the unfinished campaign in this browser and offers to resume it. */
export function useDraft(uid: string, state: WizardState, dispatch: Dispatch<WizardAction>): DraftOffer {
  const [offered, setOffered] = useState(() => readDraft(localStorage, uid));
  const [resuming, setResuming] = useState(false);
  useSaveForm(uid, state);
  useSaveFile(uid, state);

  // Incremented by `discard`, so that a file read in progress is ignored.
  const discards = useRef(0);
  const discard = useCallback(() => {
    discards.current += 1;
    setOffered(null);
    eraseDraft(uid);
  }, [uid]);

  const resume = () => {
    if (offered === null || resuming) return;
    setResuming(true);
    const { step, form, publishKey, file } = offered;
    const before = discards.current;
    void ignoreErrors(readFile(uid, file)).then((stored) => {
      if (discards.current === before) dispatch({ type: 'restored', step, form, publishKey, file: stored });
      setOffered(null);
      setResuming(false);
    });
  };
  return { offered, resume, resuming, discard };
}

function useSaveForm(uid: string, { step, form, upload, publishKey }: WizardState): void {
  const file = upload.status === 'reading' || upload.status === 'ready' ? upload.file : null;
  useEffect(() => {
    if (step === STEPS.intro || step === STEPS.success || !hasContent(step, form)) return;
    const draftFile = file === null ? null : toDraftFile(file);
    writeDraft(localStorage, uid, { step, form, file: draftFile, publishKey, savedAt: Date.now() });
  }, [uid, step, form, file, publishKey]);
}

function useSaveFile(uid: string, { upload }: WizardState): void {
  const file = upload.status === 'ready' ? upload.file : null;
  useEffect(() => {
    if (file !== null) void ignoreErrors(createDraftFileStore(indexedDB).write(uid, file));
  }, [uid, file]);
}

async function readFile(uid: string, expected: DraftFile | null): Promise<File | null> {
  if (expected === null) return null;
  const stored = await createDraftFileStore(indexedDB).read(uid);
  return stored !== null && isDraftFile(stored, expected) ? stored : null;
}

/** Resolves to null on errors: if the browser cannot store files, only the draft is lost. */
function ignoreErrors<T>(promise: Promise<T>): Promise<T | null> {
  return promise.catch(() => null);
}
