import { createTRPCClient, httpLink } from '@trpc/client';
import type {
  CampaignDraft,
  ListedDraft,
  SaveDraftResult,
  StoredCampaignDraft,
} from '#shared/schemas/campaigns/campaign-drafts.ts';
import type { AppRouter } from '#server/app/app-router.ts';

/** A change of a draft: `tab` and `edit` name it, `base` is the version that it follows. */
export interface DraftChange {
  id: string;
  base: string | null;
  tab: string;
  edit: number;
  content: CampaignDraft;
}

/** The drafts on the server. Each call rejects without a connection. */
export interface DraftCalls {
  list(): Promise<ListedDraft[]>;
  get(id: string): Promise<StoredCampaignDraft | null>;
  save(change: DraftChange): Promise<SaveDraftResult>;
  discard(id: string): Promise<void>;
}

/** Creates the calls. They are in no batch with others, which would wait for them on a slow network. */
export function createDraftCalls(): DraftCalls {
  const { drafts } = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc' })] }).campaigns;
  return {
    list: async () => (await drafts.list.query()).drafts,
    get: async (id) => (await drafts.get.query({ id })).draft,
    save: (change) => drafts.save.mutate(change),
    discard: async (id) => {
      await drafts.discard.mutate({ id });
    },
  };
}
