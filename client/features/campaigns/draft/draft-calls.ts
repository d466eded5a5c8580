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

/** What browsers send of a page that is gone, in bytes: of all such requests together at most 64 KB. */
const MAX_KEPT = 30_000;

/**
 * Creates the calls. They are in no batch with others, which would wait for them on a slow network, and outlive their page: what
 * was typed last is saved though the tab is closed at once.
 */
export function createDraftCalls(): DraftCalls {
  const { drafts } = createTRPCClient<AppRouter>({
    links: [httpLink({ url: '/trpc', fetch: fetchKept })],
  }).campaigns;
  return {
    list: async () => (await drafts.list.query()).drafts,
    get: async (id) => (await drafts.get.query({ id })).draft,
    save: (change) => drafts.save.mutate(change),
    discard: async (id) => {
      await drafts.discard.mutate({ id });
    },
  };
}

/** Fetches with a body that the browser sends although the page is gone. */
const fetchKept: NonNullable<Parameters<typeof httpLink>[0]['fetch']> = (url, init) => {
  const body = init?.body;
  const keepalive = typeof body === 'string' && new Blob([body]).size <= MAX_KEPT;
  return fetch(url, { ...(init as RequestInit | undefined), keepalive });
};
