import type { ListedDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { isWrittenBy, type WrittenDraft } from './draft-sync.ts';
import type { Draft } from './draft-store.ts';

interface KnownDrafts {
  /** The drafts of this browser. */
  local: readonly Draft[];
  /** The drafts of the server. */
  stored: readonly ListedDraft[];
  /** What this browser erased and could not tell the server. */
  erased: readonly WrittenDraft[];
}

interface ReconciledDrafts {
  /** The draft that was changed last: as this browser has it, or by its id on the server; null for none. */
  latest: Draft | { id: string; onServer: true } | null;
  /** The ids of drafts that the server still has and that were erased here. */
  forget: string[];
  /** The ids of drafts here that were saved on the server and ended there. */
  ended: string[];
}

/** Whether the server has a draft as this browser last saved it, or an older one than was changed here since. */
export function isLocalNewer(
  local: Draft | undefined,
  stored: Pick<ListedDraft, 'version' | 'savedAt'>,
): local is Draft {
  return local !== undefined && (local.version === stored.version || stored.savedAt < local.savedAt);
}

/** Compares the drafts of this browser with those of the server. Of two states of a draft the one that was changed later counts. */
export function reconcileDrafts({ local, stored, erased }: KnownDrafts): ReconciledDrafts {
  const isForgotten = ({ id, version }: ListedDraft) =>
    erased.some((one) => one.id === id && isWrittenBy(one, version));
  const kept = stored.filter((one) => !isForgotten(one));
  const isStored = ({ id }: Draft) => stored.some((one) => one.id === id);
  const latest = [
    ...local.filter((one) => one.version === null && !isStored(one)),
    ...kept.map((one) => {
      const here = local.find(({ id }) => id === one.id);
      return isLocalNewer(here, one)
        ? { ...here, version: one.version }
        : { id: one.id, savedAt: one.savedAt, onServer: true as const };
    }),
  ].sort((one, other) => other.savedAt - one.savedAt)[0];
  return {
    latest: latest ?? null,
    forget: stored.filter(isForgotten).map(({ id }) => id),
    ended: local.filter((one) => one.version !== null && !isStored(one)).map(({ id }) => id),
  };
}
