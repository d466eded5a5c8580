import type { DoNotCallList } from '#server/suppressions/api.ts';
import type { ContactStore } from './contact-store.ts';

/** Failed calls per query. */
const BATCH = 1_000;

/** Where the calls are stored, and which numbers are never called. */
interface RequeueDeps {
  contacts: ContactStore;
  doNotCall: DoNotCallList;
}

/** Which failed calls to retry, and under which preparation and run. */
interface RequeueRequest {
  campaignId: string;
  userId: string;
  preparationId: string;
  run: number;
}

/**
 * Puts the retryable failed calls back to pending, except those to suppressed numbers. Calls `heartbeat` after each
 * batch. Returns how many calls the preparation includes.
 */
async function requeueFailed(
  { contacts, doNotCall }: RequeueDeps,
  { campaignId, userId, preparationId, run }: RequeueRequest,
  heartbeat: () => Promise<void>,
): Promise<number> {
  let afterSeq = 0;
  for (;;) {
    const failed = await contacts.listRetryable(campaignId, afterSeq, BATCH);
    const last = failed.at(-1);
    if (last === undefined) return contacts.countOfPreparation(campaignId, preparationId);
    const listed = await doNotCall.among(
      userId,
      failed.map(({ phone }) => phone),
    );
    const callable = failed.filter(({ phone }) => !listed.has(phone));
    await contacts.requeue(
      campaignId,
      callable.map(({ _id }) => _id),
      preparationId,
      run,
    );
    await heartbeat();
    afterSeq = last.seq;
  }
}

/** The contacts of campaigns, for those who prepare them. */
export interface CampaignContacts extends Pick<
  ContactStore,
  'insert' | 'undoPreparation' | 'knownNumbers' | 'page' | 'stream' | 'erase'
> {
  /** See `requeueFailed` above. */
  requeueFailed(requeue: RequeueRequest, heartbeat: () => Promise<void>): Promise<number>;
}

/** Returns the contact store together with `requeueFailed`, which also needs the do-not-call list. */
export function createCampaignContacts(deps: RequeueDeps): CampaignContacts {
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
