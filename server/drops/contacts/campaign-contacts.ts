import type { ContactStore } from './contact-store.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { requeueFailed, type Requeue } from './requeue-failed.ts';

/** The contacts as campaigns use them (their port `CampaignContacts`). */
export interface CampaignContacts extends Pick<
  ContactStore,
  'insert' | 'undoPreparation' | 'knownNumbers' | 'page' | 'stream' | 'erase'
> {
  requeueFailed(requeue: Requeue, heartbeat: () => Promise<void>): Promise<number>;
}

/** The contact store and the one use case that asks for more than it. */
export function createCampaignContacts(deps: Pick<DropsDeps, 'contacts' | 'doNotCall'>): CampaignContacts {
  const { contacts } = deps;
  return {
    insert: (batch) => contacts.insert(batch),
    undoPreparation: (campaignId, preparationId) => contacts.undoPreparation(campaignId, preparationId),
    knownNumbers: (campaignId, numbers) => contacts.knownNumbers(campaignId, numbers),
    page: (list, offset, limit) => contacts.page(list, offset, limit),
    stream: (campaignId) => contacts.stream(campaignId),
    erase: (campaignId) => contacts.erase(campaignId),
    requeueFailed: (requeue, heartbeat) => requeueFailed(deps, requeue, heartbeat),
  };
}
