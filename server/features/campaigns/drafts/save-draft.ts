import type { z } from 'zod';
import { MAX_DRAFTS } from '#shared/limits.ts';
import {
  campaignDraft,
  type ListedDraft,
  type SaveDraftResult,
  type saveDraftInput,
  type StoredCampaignDraft,
} from '#shared/schemas/campaigns/campaign-drafts.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { AppError, unauthenticated } from '#server/platform/lib/errors.ts';
import { idOfDraft, type DraftDocument } from './draft-model.ts';

type DraftDeps = Pick<CampaignsDeps, 'drafts' | 'users' | 'clock'>;

/** Returns a draft of a user; null without one, and for one that an earlier version stored and this cannot read. */
export async function draftOf(
  { drafts }: Pick<DraftDeps, 'drafts'>,
  uid: string,
  id: string,
): Promise<StoredCampaignDraft | null> {
  const stored = await drafts.of(uid, id);
  const content = campaignDraft.safeParse(stored?.content);
  return stored === undefined || !content.success ? null : { version: stored.version, content: content.data };
}

/** Lists the drafts of a user, the one that was saved last first; one that cannot be read too, to be discarded. */
export async function draftsOf({ drafts }: Pick<DraftDeps, 'drafts'>, uid: string): Promise<ListedDraft[]> {
  return (await drafts.ofUser(uid)).map(presentDraft);
}

function presentDraft(draft: DraftDocument): ListedDraft {
  const { data } = campaignDraft.safeParse(draft.content);
  return {
    id: idOfDraft(draft),
    version: draft.version,
    name: data?.form.name.trim() ?? '',
    step: data?.step ?? 1,
    stepId: data?.stepId ?? null,
    contacts: data === undefined ? null : contactsOf(data),
    replaces: data?.replaces?.name ?? null,
    savedAt: data?.savedAt ?? draft.savedAt.getTime(),
  };
}

function contactsOf({ contacts, list, replaces }: z.output<typeof campaignDraft>): number | null {
  return contacts ?? list?.size ?? (replaces?.keepsContacts === true ? replaces.contacts : null);
}

/**
 * Stores a change of a user's draft. If the draft has changed since `base`, what is stored stays and is returned: the newer
 * one wins until its owner decides. Throws `AppError` LIMIT_REACHED for a new draft beyond the limit, UNAUTHENTICATED if the
 * account was closed meanwhile.
 */
export async function saveDraft(
  deps: DraftDeps,
  uid: string,
  { id, base, tab, edit, content }: z.output<typeof saveDraftInput>,
): Promise<SaveDraftResult> {
  const version = `${tab}.${String(edit)}`;
  const savedAt = deps.clock.now();
  const result = await deps.drafts.put(uid, id, { base, version, tab, edit, savedAt, content });
  if (result === 'full') {
    const text = `You can keep ${String(MAX_DRAFTS)} drafts. Publish or delete one to keep another.`;
    throw new AppError('LIMIT_REACHED', text);
  }
  if (result === 'changed') return { saved: false, draft: await draftOf(deps, uid, id) };
  // Closing an account erases its drafts: either it finds this one, or this check fails.
  if ((await deps.users.byUid(uid)) === undefined) {
    await deps.drafts.discard(uid, id);
    throw unauthenticated();
  }
  return { saved: true, version };
}
