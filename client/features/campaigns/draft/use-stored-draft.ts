import { useEffect, useEffectEvent } from 'react';
import type { StoredCampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import type { WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';
import type { DraftCalls } from './draft-calls.ts';
import { isWrittenBy, type DraftSync } from './draft-sync.ts';

interface StoredDraftOptions {
  calls: DraftCalls;
  sync: DraftSync;
  state: WizardState;
  /** Called once with the draft of the server. */
  onRead: (stored: StoredCampaignDraft | null) => void;
  /** Called instead if the server cannot be reached. */
  onUnreachable: () => void;
  /** Called when another tab or browser has changed or erased the draft. */
  onChangedElsewhere: (stored: StoredCampaignDraft | null) => void;
}

/** Reads the draft of the server when the wizard opens, and again when its tab is shown after another one. */
export function useStoredDraft(options: StoredDraftOptions): void {
  const { calls, sync, state } = options;
  const read = useEffectEvent(options.onRead);
  const cannotRead = useEffectEvent(options.onUnreachable);
  useEffect(() => {
    let isGone = false;
    sync.open();
    calls.get().then(
      (stored) => {
        if (!isGone) read(stored);
      },
      () => {
        if (!isGone) cannotRead();
      },
    );
    return () => {
      isGone = true;
      sync.close();
    };
  }, [calls, sync]);

  const isEditing = state.step !== 'intro' && state.step !== 'success' && !state.publishing;
  const compare = useEffectEvent(async () => {
    if (!isEditing || !sync.isIdle()) return;
    const { written } = sync;
    const stored = await calls.get();
    const isSame = stored === null ? written.version === null : isWrittenBy(written, stored.version);
    // A change that was saved meanwhile has found out by itself.
    if (isSame || sync.written.version !== written.version || !sync.isIdle()) return;
    sync.hold();
    options.onChangedElsewhere(stored);
  });
  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') sync.flush();
      // Without a connection the next change finds out.
      else compare().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [sync]);
}
