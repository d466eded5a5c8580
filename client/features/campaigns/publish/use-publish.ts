import { useRef, useState, type Dispatch } from 'react';
import { onFirstInteraction } from '#client/app/loading/lazy-with-preload.ts';
import { trpc } from '#client/app/trpc.ts';
import { endsSession, reportSessionEnd } from '#client/app/session/session-end.ts';
import { UNREADABLE } from '#client/features/campaigns/contact-file/open-contact-file.ts';
import type { PublishRequest } from './publish-campaign.ts';
import type { PublishOutcome } from './publish-outcome.ts';
import { publishBlocker } from '#client/features/campaigns/wizard/wizard-guards.ts';
import type { WizardAction, WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';

/** Returns `publish`, which ignores repeated clicks, and the uploaded share of the file, 0 to 1. */
export function usePublish(
  state: WizardState,
  dispatch: Dispatch<WizardAction>,
  onPublished: () => void,
): { publish: () => void; share: number } {
  const utils = trpc.useUtils();
  const inProgress = useRef(false);
  const [share, setShare] = useState(0);

  async function send(file: File): Promise<void> {
    const key = state.publishKey ?? newKey();
    setShare(0);
    dispatch({ type: 'publishStarted', key });
    if (!(await isReadable(file))) {
      dispatch({ type: 'fileRead', outcome: UNREADABLE });
      return;
    }
    const outcome = await sendCampaign({ form: state.form, file, key, onProgress: setShare });
    if (outcome.ok) {
      onPublished();
      dispatch({ type: 'publishSucceeded', campaign: outcome.campaign });
      await Promise.all([utils.credits.invalidate(), utils.campaigns.invalidate()]);
      return;
    }
    dispatch({ type: 'publishFailed', failure: outcome.failure });
    if (endsSession({ httpStatus: outcome.failure.status ?? undefined })) reportSessionEnd();
    // The cached voices are stale if the server rejects the chosen one.
    if (outcome.failure.field === 'voice_id') await utils.voices.list.invalidate();
  }

  const publish = () => {
    const message = publishBlocker(state);
    if (message !== null) dispatch({ type: 'modalOpened', modal: { kind: 'field', message } });
    else if (state.upload.status === 'ready' && !inProgress.current) {
      // A ref, because a second click may come before the state of the first one is rendered.
      inProgress.current = true;
      void send(state.upload.file).finally(() => {
        inProgress.current = false;
      });
    }
  };
  return { publish, share };
}

/** Preloaded, so that publishing does not depend on loading code. */
const loadPublishing = () => import('./publish-campaign.ts');
onFirstInteraction(() => void loadPublishing().catch(() => undefined));

async function sendCampaign(request: PublishRequest): Promise<PublishOutcome> {
  try {
    const { publishCampaign } = await loadPublishing();
    return await publishCampaign(request);
  } catch {
    const text = 'No response from server. Please check if the backend is running.';
    return { ok: false, failure: { text, status: null, code: null, field: null, errors: [] } };
  }
}

/** Whether the file can still be read. Uploading a file changed since it was chosen would look like a network error. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Returns 128 random bits in hex. `crypto.randomUUID` exists on secure origins only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
