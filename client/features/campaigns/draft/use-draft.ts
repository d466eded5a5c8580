import { useCallback, useEffect, useRef, useState, type Dispatch } from 'react';
import { createDraftFileStore } from './draft-file-store.ts';
import {
  toDraftFile,
  deleteDraft,
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
  /** What was left unfinished before, until it is taken up or something new is begun. */
  offered: Draft | null;
  /** Goes on with it. */
  resume: () => void;
  resuming: boolean;
  /** Forgets the draft and its file. */
  discard: () => void;
}

/** Keeps the unfinished campaign in this browser, so that a reload or a closed tab loses nothing. */
export function useDraft(uid: string, state: WizardState, dispatch: Dispatch<WizardAction>): DraftOffer {
  const [offered, setOffered] = useState(() => readDraft(localStorage, uid));
  const [resuming, setResuming] = useState(false);
  useSaveForm(uid, state);
  useSaveFile(uid, state);

  // Counts what makes an answer that is still awaited unwanted.
  const changes = useRef(0);
  const erase = useCallback(() => {
    changes.current += 1;
    setOffered(null);
    deleteDraft(localStorage, uid);
    void ignoreErrors(createDraftFileStore(indexedDB).delete(uid));
  }, [uid]);

  const resume = () => {
    if (offered === null || resuming) return;
    setResuming(true);
    const { step, form, publishKey, file } = offered;
    const before = changes.current;
    void ignoreErrors(readFile(uid, file)).then((kept) => {
      if (changes.current === before) dispatch({ type: 'restored', step, form, publishKey, file: kept });
      setOffered(null);
      setResuming(false);
    });
  };
  return { offered, resume, resuming, discard: erase };
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

async function readFile(uid: string, wanted: DraftFile | null): Promise<File | null> {
  if (wanted === null) return null;
  const kept = await createDraftFileStore(indexedDB).read(uid);
  return kept !== null && isDraftFile(kept, wanted) ? kept : null;
}

/** A browser that keeps no files (a private window, a full disk) costs the draft, never the wizard. */
function ignoreErrors<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null);
}
