import type { StoredCampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { isWrittenBy, type WrittenDraft } from './draft-sync.ts';
import type { Draft } from './draft-store.ts';

interface KnownDrafts {
  /** The draft of this browser. */
  local: Draft | null;
  /** The draft of the server. */
  stored: StoredCampaignDraft | null;
  /** What this browser erased and could not tell the server. */
  erased: WrittenDraft | null;
}

/**
 * Returns which draft to go on with; null for none. `forget`: the server still has a draft that was erased here. Of two
 * drafts the one that was changed later counts, and one that was saved on the server ends with it.
 */
export function reconcileDrafts({ local, stored, erased }: KnownDrafts): {
  draft: Draft | null;
  forget: boolean;
} {
  if (stored === null) return { draft: local?.version === null ? local : null, forget: false };
  const forget = erased !== null && isWrittenBy(erased, stored.version);
  if (forget) return { draft: local, forget };
  const isNewer =
    local === null || (local.version !== stored.version && stored.content.savedAt >= local.savedAt);
  return { draft: isNewer ? { ...stored.content, version: stored.version } : local, forget };
}
