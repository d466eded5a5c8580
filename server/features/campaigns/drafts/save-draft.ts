import type { z } from 'zod';
import {
  campaignDraft,
  type SaveDraftResult,
  type saveDraftInput,
  type StoredCampaignDraft,
} from '#shared/schemas/campaigns/campaign-drafts.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { unauthenticated } from '#server/platform/lib/errors.ts';

type DraftDeps = Pick<CampaignsDeps, 'drafts' | 'users' | 'clock'>;

/** Returns the draft of a user; null without one, and for one that an earlier version stored and this cannot read. */
export async function draftOf(
  { drafts }: Pick<DraftDeps, 'drafts'>,
  uid: string,
): Promise<StoredCampaignDraft | null> {
  const stored = await drafts.of(uid);
  const content = campaignDraft.safeParse(stored?.content);
  return stored === undefined || !content.success ? null : { version: stored.version, content: content.data };
}

/**
 * Stores a change of a user's draft. If the draft has changed since `base`, what is stored stays and is returned: the newer
 * one wins until its owner decides. Throws `AppError` UNAUTHENTICATED if the account was closed meanwhile.
 */
export async function saveDraft(
  deps: DraftDeps,
  uid: string,
  { base, tab, edit, content }: z.output<typeof saveDraftInput>,
): Promise<SaveDraftResult> {
  const version = `${tab}.${String(edit)}`;
  const savedAt = deps.clock.now();
  if (!(await deps.drafts.put(uid, { base, version, tab, edit, savedAt, content })))
    return { saved: false, draft: await draftOf(deps, uid) };
  // Closing an account erases its draft: either it finds this one, or this check fails.
  if ((await deps.users.byUid(uid)) === undefined) {
    await deps.drafts.discard(uid);
    throw unauthenticated();
  }
  return { saved: true, version };
}
