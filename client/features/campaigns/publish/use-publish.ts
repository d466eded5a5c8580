import { useRef, useState, type Dispatch } from 'react';
import { onFirstInteraction } from '#client/app/loading/lazy-with-preload.ts';
import { newRequestKey } from '#client/app/request-key.ts';
import { trpc } from '#client/app/trpc.ts';
import { endsSession, reportSessionEnd } from '#client/app/session/session-end.ts';
import { UNREADABLE } from '#client/domain/import-file/open-contact-file.ts';
import { contactsFileOf, type ContactsFile } from '#client/domain/import-file/contacts-form.ts';
import type { PublishRequest } from './publish-campaign.ts';
import type { PublishOutcome } from './publish-outcome.ts';
import { publishBlocker } from '#client/features/campaigns/wizard/wizard-guards.ts';
import type { Upload } from '#client/features/campaigns/wizard/wizard-form.ts';
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

  async function send(contacts: ContactsFile | string): Promise<void> {
    const key = state.publishKey ?? newRequestKey();
    setShare(0);
    dispatch({ type: 'publishStarted', key });
    if (typeof contacts !== 'string' && !(await isReadable(contacts.file))) {
      dispatch({ type: 'fileRead', outcome: UNREADABLE });
      return;
    }
    const outcome = await sendCampaign({ form: state.form, contacts, key, onProgress: setShare });
    if (outcome.ok) {
      onPublished();
      dispatch({ type: 'publishSucceeded', campaign: outcome.campaign });
      await Promise.all([utils.credits.invalidate(), utils.campaigns.invalidate()]);
      return;
    }
    dispatch({ type: 'publishFailed', failure: outcome.failure });
    if (endsSession({ httpStatus: outcome.failure.status ?? undefined })) reportSessionEnd();
    // The profile that the message was checked by is stale if the server refuses the message.
    if (outcome.failure.code === 'MESSAGE_INCOMPLETE') await utils.calling.profile.invalidate();
    // So are the lists if the chosen one was deleted.
    if (outcome.failure.field === 'list_id') await utils.contactLists.invalidate();
    // The cached voices are stale if the server rejects the chosen one.
    if (outcome.failure.field === 'voice_id') await utils.voices.list.invalidate();
  }

  const contacts = contactsOf(state.upload);
  const publish = () => {
    const modal = publishBlocker(state);
    if (modal !== null) dispatch({ type: 'modalOpened', modal });
    else if (contacts !== null && !inProgress.current) {
      // A ref, because a second click may come before the state of the first one is rendered.
      inProgress.current = true;
      void send(contacts).finally(() => {
        inProgress.current = false;
      });
    }
  };
  return { publish, share };
}

/** Returns what is published: the file, or the id of a saved list. */
function contactsOf(upload: Upload): ContactsFile | string | null {
  if (upload.status === 'list') return upload.list.id;
  return upload.status === 'ready' ? contactsFileOf(upload) : null;
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
