import { useCallback, useRef, useState, type Dispatch } from 'react';
import {
  FIRST_DRAFT,
  type ListedDraft,
  type StoredCampaignDraft,
} from '#shared/schemas/campaigns/campaign-drafts.ts';
import { newRequestKey } from '#client/app/request-key.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { eraseDraft } from '#client/domain/draft/erase-draft.ts';
import type { WizardAction, WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';
import { createDraftCalls, type DraftCalls } from './draft-calls.ts';
import {
  isDraftFile,
  readDraft,
  readDrafts,
  stepOf,
  writeDraft,
  type Draft,
  type DraftFile,
} from './draft-store.ts';
import { DraftSync } from './draft-sync.ts';
import { forgetErased, readErased, rememberErased } from './erased-draft.ts';
import { reconcileDrafts } from './reconcile-drafts.ts';
import { readFile, useSaveFile, useSaveForm } from './use-save-draft.ts';
import { useStoredDraft } from './use-stored-draft.ts';

export interface DraftOffer {
  /** The draft that was changed last, until it is resumed or a new campaign is started. */
  offered: Draft | null;
  /** Restores a draft. */
  resume: (draft: Draft) => void;
  resuming: boolean;
  /** Starts a new campaign; the offered draft stays where it is. */
  startNew: () => void;
  /** Deletes the draft that is changed, and its file. */
  discard: () => void;
  /** Returns what names the campaign of the draft in each tab; null for the draft of versions with one for each user. */
  publishKey: () => string | null;
  /** Why the server does not keep the draft; null if it does. */
  refused: string | null;
  /** The draft as it was changed in another tab or browser, null if it was erased there; undefined if it was not. */
  elsewhere: StoredCampaignDraft | null | undefined;
  /** Goes on with the draft as it was changed elsewhere. */
  useOther: () => void;
  /** Keeps this one, which replaces the other. */
  keepThis: () => void;
}

interface DraftOptions {
  uid: string;
  state: WizardState;
  dispatch: Dispatch<WizardAction>;
  /** Whether a draft of the address is resumed, and none is offered. */
  opens: boolean;
}

/** Saves the unfinished campaign in this browser and on the server, and offers to resume the latest one. */
export function useDraft({ uid, state, dispatch, opens }: DraftOptions): DraftOffer {
  const [offered, setOffered] = useState(() => (opens ? null : (readDrafts(localStorage, uid)[0] ?? null)));
  const [resuming, setResuming] = useState(false);
  const [elsewhere, setElsewhere] = useState<StoredCampaignDraft | null>();
  const [refused, setRefused] = useState<string | null>(null);
  const { drafts } = trpc.useUtils().campaigns;
  const [calls] = useState(createDraftCalls);
  const [sync] = useState(() =>
    createSync(uid, calls, {
      onChangedElsewhere: setElsewhere,
      onRefused: setRefused,
      onListChanged: () => void drafts.list.invalidate(),
    }),
  );
  /** The file of a restored draft that this browser does not have. */
  const missingFile = useRef<DraftFile | null>(null);
  useSaveForm({ uid, state, sync, missingFile });
  useSaveFile(uid, state, sync);

  /** Incremented by each decision about a draft, so that what is read meanwhile is ignored. */
  const decisions = useRef(0);
  const startNew = useCallback(() => {
    decisions.current += 1;
    setOffered(null);
  }, []);
  const discard = useCallback(() => {
    startNew();
    setElsewhere(undefined);
    const { written } = sync;
    eraseDraft(uid, written.id);
    rememberErased(localStorage, uid, written);
    const erased = sync.discard(newRequestKey()).then(() => {
      forgetErased(localStorage, uid, written.id);
      return drafts.list.invalidate();
    });
    // Else the server learns of it when the wizard opens again.
    erased.catch(() => undefined);
  }, [uid, sync, drafts, startNew]);

  const offerLatest = async (stored: ListedDraft[], local: Draft[]) => {
    const before = decisions.current;
    const latest = await reconcileHere({ uid, calls, stored, local, current: sync.written.id });
    if (!opens && state.step === 'intro' && decisions.current === before) setOffered(latest);
  };
  useStoredDraft({
    uid,
    calls,
    sync,
    state,
    onRead: (stored, local) => {
      offerLatest(stored, local).catch(() => undefined);
    },
    onChangedElsewhere: setElsewhere,
  });

  const restore = useRestore({ uid, state, dispatch, sync, missingFile, decisions });
  const resume = (draft: Draft) => {
    if (resuming) return;
    setResuming(true);
    void restore(draft).then(() => {
      startNew();
      setResuming(false);
    });
  };
  const keepThis = () => {
    sync.follow(elsewhere?.version ?? null);
    setElsewhere(undefined);
  };
  const useOther = () => {
    if (elsewhere === undefined || elsewhere === null) return;
    const { content, version } = elsewhere;
    void restore({ ...content, version, id: sync.written.id }).then(() => {
      setElsewhere(undefined);
    });
  };
  const publishKey = () => (sync.written.id === FIRST_DRAFT ? null : sync.written.id);
  return { offered, resume, resuming, startNew, discard, publishKey, refused, elsewhere, useOther, keepThis };
}

interface RestoreOptions extends Omit<DraftOptions, 'opens'> {
  sync: DraftSync;
  missingFile: { current: DraftFile | null };
  decisions: { readonly current: number };
}

/** Returns what restores a draft with its file, unless the person decides otherwise meanwhile. */
function useRestore({ uid, state, dispatch, sync, missingFile, decisions }: RestoreOptions) {
  return async (draft: Draft) => {
    const { file: expected } = draft;
    const before = decisions.current;
    const { upload } = state;
    const present =
      upload.status === 'ready' && expected !== null && isDraftFile(upload.file, expected)
        ? upload.file
        : await readFile(uid, draft);
    if (decisions.current !== before) return;
    missingFile.current = present === null ? expected : null;
    sync.follow(draft.version, draft.id, draft);
    dispatch(restoredBy(draft, present));
  };
}

function restoredBy(draft: Draft, file: File | null): WizardAction {
  const { form, publishKey, reading, list, replaces, first } = draft;
  const from = { file, fileName: draft.file?.name ?? null, reading, list };
  return { type: 'restored', step: stepOf(draft), form, publishKey, ...from, replaces, first };
}

interface ReadDrafts {
  uid: string;
  calls: DraftCalls;
  stored: ListedDraft[];
  local: Draft[];
  /** The draft of this visit, which is left alone. */
  current: string;
}

/** Brings the drafts of this browser and of the server in line; returns the one that was changed last. */
async function reconcileHere({ uid, calls, stored, local, current }: ReadDrafts): Promise<Draft | null> {
  const erased = readErased(localStorage, uid);
  const { latest, forget, ended } = reconcileDrafts({ local, stored, erased });
  for (const id of ended) if (id !== current) eraseDraft(uid, id);
  for (const id of forget) {
    const forgotten = calls.discard(id).then(() => {
      forgetErased(localStorage, uid, id);
    });
    forgotten.catch(() => undefined);
  }
  if (latest === null || 'form' in latest) return latest;
  const found = await calls.get(latest.id);
  return found === null ? null : { ...found.content, id: latest.id, version: found.version };
}

interface SyncEvents {
  onChangedElsewhere: (stored: StoredCampaignDraft | null) => void;
  /** Called with why the server refuses the draft, or null once it is saved. */
  onRefused: (reason: string | null) => void;
  onListChanged: () => void;
}

function createSync(
  uid: string,
  calls: DraftCalls,
  { onChangedElsewhere, onRefused, onListChanged }: SyncEvents,
): DraftSync {
  return new DraftSync({
    calls,
    id: newRequestKey(),
    tab: newRequestKey(),
    onSaved: (version, id) => {
      const local = readDraft(localStorage, uid, id);
      if (local !== null) writeDraft(localStorage, uid, { ...local, version });
      forgetErased(localStorage, uid, id);
      onRefused(null);
      onListChanged();
    },
    onRefused: (error) => {
      onRefused(errorText(error));
    },
    onChangedElsewhere,
  });
}
