import { useCallback, useEffect, useRef, useState, type Dispatch } from 'react';
import { createDraftFileStore } from './draft-file-store.ts';
import {
  draftFileOf,
  eraseDraft,
  isDraftFile,
  isWorthKeeping,
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
  erase: () => void;
}

/** Keeps the unfinished campaign in this browser, so that a reload or a closed tab loses nothing. */
export function useDraft(uid: string, state: WizardState, dispatch: Dispatch<WizardAction>): DraftOffer {
  const [offered, setOffered] = useState(() => readDraft(localStorage, uid));
  const [resuming, setResuming] = useState(false);
  useKeptForm(uid, state);
  useKeptFile(uid, state);

  // Counts what makes an answer that is still awaited unwanted.
  const changes = useRef(0);
  const erase = useCallback(() => {
    changes.current += 1;
    setOffered(null);
    eraseDraft(localStorage, uid);
    void withoutFailing(createDraftFileStore(indexedDB).erase(uid));
  }, [uid]);

  const resume = () => {
    if (offered === null || resuming) return;
    setResuming(true);
    const { step, form, publishKey, file } = offered;
    const before = changes.current;
    void withoutFailing(readFile(uid, file)).then((kept) => {
      if (changes.current === before) dispatch({ type: 'restored', step, form, publishKey, file: kept });
      setOffered(null);
      setResuming(false);
    });
  };
  return { offered, resume, resuming, erase };
}

function useKeptForm(uid: string, { step, form, upload, publishKey }: WizardState): void {
  const file = upload.status === 'reading' || upload.status === 'ready' ? upload.file : null;
  useEffect(() => {
    if (step === STEPS.intro || step === STEPS.success || !isWorthKeeping(step, form)) return;
    const draftFile = file === null ? null : draftFileOf(file);
    writeDraft(localStorage, uid, { step, form, file: draftFile, publishKey, savedAt: Date.now() });
  }, [uid, step, form, file, publishKey]);
}

function useKeptFile(uid: string, { upload }: WizardState): void {
  const file = upload.status === 'ready' ? upload.file : null;
  useEffect(() => {
    if (file !== null) void withoutFailing(createDraftFileStore(indexedDB).write(uid, file));
  }, [uid, file]);
}

async function readFile(uid: string, wanted: DraftFile | null): Promise<File | null> {
  if (wanted === null) return null;
  const kept = await createDraftFileStore(indexedDB).read(uid);
  return kept !== null && isDraftFile(kept, wanted) ? kept : null;
}

/** A browser that keeps no files (a private window, a full disk) costs the draft, never the wizard. */
function withoutFailing<T>(work: Promise<T>): Promise<T | null> {
  return work.catch(() => null);
}
