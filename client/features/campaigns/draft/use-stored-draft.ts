import { useEffect, useEffectEvent } from 'react';
import type { ListedDraft, StoredCampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import type { WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';
import type { DraftCalls } from './draft-calls.ts';
import { readDrafts, type Draft } from './draft-store.ts';
import { isWrittenBy, type DraftSync } from './draft-sync.ts';

interface StoredDraftOptions {
  uid: string;
  calls: DraftCalls;
  sync: DraftSync;
  state: WizardState;
  /** Called once with the drafts of the server, and those of this browser when it was asked. */
  onRead: (stored: ListedDraft[], local: Draft[]) => void;
  /** Called when another tab or browser has changed or erased the draft. */
  onChangedElsewhere: (stored: StoredCampaignDraft | null) => void;
}

/** Reads the drafts of the server when the wizard opens, and its own again when its tab is shown after another one. */
export function useStoredDraft(options: StoredDraftOptions): void {
  const { uid, calls, sync, state } = options;
  const isEditing = state.step !== 'intro' && state.step !== 'success' && !state.publishing;
  const compare = useEffectEvent(async () => {
    if (!isEditing || !sync.isIdle()) return;
    const { written } = sync;
    const stored = await calls.get(written.id);
    const isSame =
      stored === null
        ? written.version === null
        : isWrittenBy(written, stored.version) || sync.isOutdated(stored);
    // A change that was saved meanwhile has found out by itself.
    if (isSame || sync.written.version !== written.version || !sync.isIdle()) return;
    sync.hold();
    options.onChangedElsewhere(stored);
  });
  const read = useEffectEvent(options.onRead);
  useEffect(() => {
    let isGone = false;
    sync.open();
    const local = readDrafts(localStorage, uid);
    calls.list().then(
      (stored) => {
        if (!isGone) read(stored, local);
      },
      // Without a connection the next visit finds out.
      () => undefined,
    );
    return () => {
      isGone = true;
      sync.close();
    };
  }, [uid, calls, sync]);

  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') sync.leave();
      // Without a connection the next change finds out.
      else compare().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [sync]);
}
