import { createTRPCClient, httpLink } from '@trpc/client';
import type {
  CampaignDraft,
  SaveDraftResult,
  StoredCampaignDraft,
} from '#shared/schemas/campaigns/campaign-drafts.ts';
import type { AppRouter } from '#server/app/app-router.ts';

/** A change of a draft: `tab` and `edit` name it, `base` is the version that it follows. */
export interface DraftChange {
  base: string | null;
  tab: string;
  edit: number;
  content: CampaignDraft;
}

/** The draft on the server. Each call rejects without a connection. */
export interface DraftCalls {
  get(): Promise<StoredCampaignDraft | null>;
  save(change: DraftChange): Promise<SaveDraftResult>;
  discard(): Promise<void>;
}

/** Creates the calls. They are in no batch with others, which would wait for them on a slow network. */
export function createDraftCalls(): DraftCalls {
  const { drafts } = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc' })] }).campaigns;
  return {
    get: async () => (await drafts.get.query()).draft,
    save: (change) => drafts.save.mutate(change),
    discard: async () => {
      // Alone in its request, a call without an input has no body, which is refused.
      await drafts.discard.mutate({});
    },
  };
}
