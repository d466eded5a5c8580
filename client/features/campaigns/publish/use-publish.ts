import { useRef, useState, type Dispatch } from 'react';
import { useRefreshCampaigns } from '#client/app/live/use-campaigns.ts';
import { useRefreshCredits } from '#client/app/live/use-refresh-credits.ts';
import { onFirstInteraction } from '#client/app/loading/lazy-with-preload.ts';
import { newRequestKey } from '#client/app/request-key.ts';
import { isActionAllowed } from '#shared/campaign-lifecycle.ts';
import { fieldsOf } from '#client/features/campaigns/wizard/prefill.ts';
import { errorStatus, trpc, type ApiUtils } from '#client/app/trpc.ts';
import { endsSession, reportSessionEnd } from '#client/app/session/session-end.ts';
import { UNREADABLE } from '#client/domain/import-file/open-contact-file.ts';
import { contactsFileOf } from '#client/domain/import-file/contacts-form.ts';
import type { PublishedContacts, PublishRequest } from './publish-campaign.ts';
import { contactCount } from '#client/features/campaigns/contact-file/upload-summary.ts';
import { knownHalves } from './known-halves.ts';
import { publishHalves } from './publish-halves.ts';
import { changedElsewhere, type PublishFailure, type PublishOutcome } from './publish-outcome.ts';
import { publishBlocker } from '#client/features/campaigns/wizard/wizard-guards.ts';
import { consentError } from '#client/features/campaigns/wizard/wizard-steps.ts';
import type { DraftOffer } from '#client/features/campaigns/draft/use-draft.ts';
import {
  withPart,
  type ReplacedCampaign,
  type Upload,
  type WizardForm,
} from '#client/features/campaigns/wizard/wizard-form.ts';
import type { WizardAction, WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';

/** Returns `publish`, which ignores repeated clicks, and the uploaded share of the file, 0 to 1. */
export function usePublish(
  state: WizardState,
  dispatch: Dispatch<WizardAction>,
  draft: Pick<DraftOffer, 'publishKey' | 'discard'>,
): { publish: () => void; share: number } {
  const utils = trpc.useUtils();
  const refresh = useRefreshCampaigns();
  const refreshCredits = useRefreshCredits();
  const inProgress = useRef(false);
  const [share, setShare] = useState(0);
  /** The key of a draft that was published elsewhere already: another campaign of it is the choice of the person. */
  const spent = useRef<string | null>(null);
  /** What was said of campaigns of halves that stay as they are. */
  const told = useRef(new Set<string>());

  async function send(contacts: PublishedContacts): Promise<void> {
    const { replaces } = state;
    const ofDraft = draft.publishKey();
    const key = state.publishKey ?? (ofDraft === spent.current ? null : ofDraft) ?? newRequestKey();
    setShare(0);
    dispatch({ type: 'publishStarted', key });
    // Asked once: an attempt whose answer was lost, and is repeated under its key, may have replaced it already.
    if (replaces !== null && state.publishKey === null && (await isChanged(utils, replaces))) {
      dispatch({ type: 'publishFailed', failure: changedElsewhere(replaces) });
      return;
    }
    if ('file' in contacts && !(await isReadable(contacts.file))) {
      dispatch({ type: 'fileRead', outcome: UNREADABLE });
      return;
    }
    const request = { form: state.form, replaces, contacts, key, onProgress: setShare };
    const outcome = state.form.other === null ? await sendCampaign(request) : await sendHalves(request);
    if (outcome.ok) {
      draft.discard();
      dispatch({ type: 'publishSucceeded', campaign: outcome.campaign });
      await refresh();
      return;
    }
    if (outcome.failure.code === 'IDEMPOTENCY_MISMATCH') spent.current = key;
    dispatch({ type: 'publishFailed', failure: outcome.failure });
    if (endsSession({ httpStatus: outcome.failure.status ?? undefined })) reportSessionEnd();
    // The credits were spent since the price was shown.
    if (outcome.failure.code === 'INSUFFICIENT_CREDITS') await refreshCredits();
    // The profile that the message was checked by is stale if the server refuses the message.
    if (outcome.failure.code === 'MESSAGE_INCOMPLETE') await utils.calling.profile.invalidate();
    // So are the lists if the chosen one was deleted.
    if (outcome.failure.field === 'list_id') await utils.contactLists.invalidate();
    // The cached voices are stale if the server rejects the chosen one.
    if (outcome.failure.field === 'voice_id') await utils.voices.list.invalidate();
  }

  async function sendHalves(request: PublishRequest): Promise<PublishOutcome> {
    const { form, contacts, key } = request;
    const { first } = state;
    try {
      const refusal = first === null ? await secondRefusal(utils, form, contacts) : null;
      if (refusal !== null) return { ok: false, failure: refusal };
      return await publishHalves(sendCampaign, {
        ...request,
        first,
        // The same whatever is changed of the draft: the server takes each half of a test once.
        test: first?.test ?? draft.publishKey() ?? key,
        told: told.current,
        onFirst: (published) => {
          dispatch({ type: 'firstKnown', first: published });
          void refresh();
        },
        known: knownHalves(utils, form.name.trim(), contactCount(state.upload)),
      });
    } catch {
      return NO_RESPONSE;
    }
  }

  const contacts = contactsOf(state.upload);
  const publish = () => {
    const modal = publishBlocker(state);
    if (modal !== null) dispatch({ type: 'modalOpened', modal });
    else if (consentError(state.form) !== undefined)
      dispatch({ type: 'sectionOpened', step: 'upload', marksMissing: true });
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

/** Whether the campaign to replace is not as it was when the wizard opened; false where it cannot be read, as the server decides. */
async function isChanged({ client }: ApiUtils, { id, seen }: ReplacedCampaign): Promise<boolean> {
  try {
    const { campaign } = await client.campaigns.get.query({ id });
    return isActionAllowed('replace', campaign.status) && fieldsOf(campaign) !== seen;
  } catch {
    return false;
  }
}

/** Returns what is published: the file, a saved list, or nothing where the contacts stay. */
function contactsOf(upload: Upload): PublishedContacts | null {
  if (upload.status === 'kept') return {};
  if (upload.status === 'list') return { list_id: upload.list.id };
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
    return NO_RESPONSE;
  }
}

const NO_RESPONSE: PublishOutcome = {
  ok: false,
  failure: {
    text: 'No response from server. Please check if the backend is running.',
    status: null,
    code: null,
    field: null,
    errors: [],
  },
};

/**
 * Returns why a saved list cannot be called with the second message, or null: found out before the first half is scheduled. The
 * messages of a file are checked as they are written.
 */
async function secondRefusal(
  { client }: ApiUtils,
  form: WizardForm,
  contacts: PublishedContacts,
): Promise<PublishFailure | null> {
  if ('file' in contacts || contacts.list_id === undefined) return null;
  const { message } = withPart(form, 2);
  try {
    await client.campaigns.checkList.mutate({ list_id: contacts.list_id, message });
    return null;
  } catch (error) {
    if (errorStatus(error) !== 400 || !(error instanceof Error)) throw error;
    const text = `The second message cannot be sent to this list. ${error.message}`;
    return { text, status: 400, code: null, field: 'message', errors: [] };
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
