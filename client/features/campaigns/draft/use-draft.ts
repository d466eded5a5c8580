import { useCallback, useEffect, useRef, useState, type Dispatch } from 'react';
import type { StoredCampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { newRequestKey } from '#client/app/request-key.ts';
import { createDraftCalls, type DraftCalls } from './draft-calls.ts';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import { createDraftFileStore } from '#client/domain/draft/draft-file-store.ts';
import { DraftSync } from './draft-sync.ts';
import { eraseDraft } from '#client/domain/draft/erase-draft.ts';
import { contactCount } from '#client/features/campaigns/contact-file/upload-summary.ts';
import { readErased, writeErased } from './erased-draft.ts';
import { reconcileDrafts } from './reconcile-drafts.ts';
import { useStoredDraft } from './use-stored-draft.ts';
import {
  toDraftFile,
  isDraftFile,
  hasContent,
  readDraft,
  stepOf,
  storedStep,
  writeDraft,
  type Draft,
  type DraftFile,
} from './draft-store.ts';
import type { WizardAction, WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';

export interface DraftOffer {
  /** The stored draft, until it is resumed or a new campaign is started. */
  offered: Draft | null;
  /** Restores the draft. */
  resume: () => void;
  resuming: boolean;
  /** Deletes the draft and its file. */
  discard: () => void;
  /** The draft as it was changed in another tab or browser, null if it was erased there; undefined if it was not. */
  elsewhere: StoredCampaignDraft | null | undefined;
  /** Goes on with the draft as it was changed elsewhere. */
  useOther: () => void;
  /** Keeps this one, which replaces the other. */
  keepThis: () => void;
}

/** Saves the unfinished campaign in this browser and on the server, and offers to resume it. */
export function useDraft(uid: string, state: WizardState, dispatch: Dispatch<WizardAction>): DraftOffer {
  const [offered, setOffered] = useState(() => readDraft(localStorage, uid));
  const [resuming, setResuming] = useState(false);
  const [elsewhere, setElsewhere] = useState<StoredCampaignDraft | null>();
  const [calls] = useState(createDraftCalls);
  const [sync] = useState(() => createSync(uid, calls, setElsewhere));
  /** The file of a restored draft that this browser does not have. */
  const missingFile = useRef<DraftFile | null>(null);
  useSaveForm({ uid, state, sync, missingFile });
  useSaveFile(uid, state);

  /** Incremented by `discard`, so that what is read meanwhile is ignored. */
  const discards = useRef(0);
  const discard = useCallback(() => {
    discards.current += 1;
    setOffered(null);
    setElsewhere(undefined);
    eraseEverywhere(uid, sync);
  }, [uid, sync]);

  const reconcile = (stored: StoredCampaignDraft | null) => {
    const local = readDraft(localStorage, uid);
    const { draft, forget } = reconcileDrafts({ local, stored, erased: readErased(localStorage, uid) });
    if (forget) {
      discard();
      return;
    }
    sync.follow(stored?.version ?? null);
    if (state.step === 'intro') {
      setOffered(draft);
      if (draft === null) eraseDraft(uid);
    } else if (stored !== null && stored.version !== local?.version) {
      // The person went on before this answer came.
      sync.hold();
      setElsewhere(stored);
    }
  };
  useStoredDraft({
    calls,
    sync,
    state,
    onRead: (stored) => {
      if (discards.current === 0) reconcile(stored);
    },
    onUnreachable: () => {
      sync.follow(readDraft(localStorage, uid)?.version ?? null);
    },
    onChangedElsewhere: setElsewhere,
  });

  const restore = async (draft: Draft) => {
    const { file: expected } = draft;
    const before = discards.current;
    const { upload } = state;
    const present =
      upload.status === 'ready' && expected !== null && isDraftFile(upload.file, expected)
        ? upload.file
        : await ignoreErrors(readFile(uid, expected));
    if (discards.current !== before) return;
    missingFile.current = present === null ? expected : null;
    dispatch(restoredBy(draft, present));
  };
  const resume = () => {
    if (offered === null || resuming) return;
    setResuming(true);
    void restore(offered).then(() => {
      setOffered(null);
      setResuming(false);
    });
  };
  const keepThis = () => {
    sync.follow(elsewhere?.version ?? null);
    setElsewhere(undefined);
  };
  const useOther = () => {
    if (elsewhere === undefined || elsewhere === null) return;
    void restore({ ...elsewhere.content, version: elsewhere.version }).then(keepThis);
  };
  return { offered, resume, resuming, discard, elsewhere, useOther, keepThis };
}

function restoredBy(draft: Draft, file: File | null): WizardAction {
  const { form, publishKey, reading, list, replaces } = draft;
  const fileName = draft.file?.name ?? null;
  return { type: 'restored', step: stepOf(draft), form, publishKey, file, fileName, reading, list, replaces };
}

/** Erases the draft in this browser, and on the server once it can be reached. */
function eraseEverywhere(uid: string, sync: DraftSync): void {
  eraseDraft(uid);
  writeErased(localStorage, uid, sync.written);
  sync.discard().then(
    () => {
      writeErased(localStorage, uid, null);
    },
    () => {
      // The server learns of it with the next draft, or when the wizard opens again.
      sync.follow(sync.written.version);
    },
  );
}

function createSync(
  uid: string,
  calls: DraftCalls,
  onChangedElsewhere: (stored: StoredCampaignDraft | null) => void,
): DraftSync {
  return new DraftSync({
    calls,
    tab: newRequestKey(),
    onSaved: (version) => {
      const local = readDraft(localStorage, uid);
      if (local !== null) writeDraft(localStorage, uid, { ...local, version });
      writeErased(localStorage, uid, null);
    },
    onChangedElsewhere,
  });
}

interface SavedForm {
  uid: string;
  state: WizardState;
  sync: DraftSync;
  missingFile: { readonly current: DraftFile | null };
}

function useSaveForm({ uid, state, sync, missingFile }: SavedForm): void {
  const { step, form, upload, publishKey, publishing, replaces } = state;
  const chosen = upload.status === 'reading' || upload.status === 'ready' ? upload : null;
  const [file, reading] = [chosen?.file ?? null, chosen?.reading ?? AS_WRITTEN];
  const list = upload.status === 'list' ? upload.list : null;
  const contacts = contactCount(upload);
  const keepsContacts = upload.status === 'kept';
  useEffect(() => {
    if (step === 'intro' || step === 'success' || !hasContent(step, form)) return;
    const draftFile = file === null ? missingFile.current : toDraftFile(file);
    const saved = { form, file: draftFile, reading, contacts, list, publishKey, savedAt: Date.now() };
    const content = {
      ...storedStep(step),
      ...saved,
      replaces: replaces === null ? null : { ...replaces, keepsContacts },
    };
    writeDraft(localStorage, uid, { ...content, version: sync.written.version });
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
    publishKey,
    publishing,
    sync,
    missingFile,
  ]);
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
