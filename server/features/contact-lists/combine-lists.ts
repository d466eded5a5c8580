import { z } from 'zod';
import { MAX_OWN_COLUMNS } from '#shared/contacts/columns/own-columns.ts';
import { listChangedOutput, type CombineLists } from '#shared/schemas/contact-lists.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import { unauthenticated, invalidField } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { runIdempotentCall, type IdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import { buildSlices } from './build-list.ts';
import type { SavedList } from './contact-list-model.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { usableList } from './find-list.ts';
import { assertWithinLimits } from './list-limits.ts';
import { nameTaken, shownList } from './present-list.ts';
import { discardList, tombstone } from './sweep-lists.ts';

/** How long a request builds before a job continues. */
const BUILD_MS = 1_500;

type CombineResult = z.infer<typeof listChangedOutput>;

/**
 * Makes a list from two others by the number that is dialled, once per Idempotency-Key. A long one is still `building`
 * when this returns. Both lists refuse changes until it is built.
 */
export function combineLists(
  deps: ContactListsDeps,
  call: IdempotentCall & { user: { uid: string } },
  input: CombineLists,
): Promise<CombineResult> {
  const { uid } = call.user;
  const lookup = async ({ listId }: { listId: string }) =>
    (await deps.lists.findOwned(uid, listId)) === undefined
      ? ({ kind: 'none' } as const)
      : ({ kind: 'done', result: await resultOf(deps, uid, listId) } as const);
  return runIdempotentCall(deps, call, {
    idsSchema: z.object({ listId: z.string() }),
    resultSchema: listChangedOutput,
    ids: { listId: newId() },
    perform: ({ listId }) => combine(deps, uid, input, listId),
    lookup,
    cancel: async (ids) =>
      (await deps.lists.insert(tombstone(deps, uid, ids.listId))) || (await lookup(ids)).kind === 'none',
  });
}

async function combine(
  deps: ContactListsDeps,
  uid: string,
  { name, operation, left: leftId, right: rightId, consent }: CombineLists,
  _id: string,
): Promise<CombineResult> {
  const left = await usableList(deps, uid, leftId, 'left');
  const right = await usableList(deps, uid, rightId, 'right');
  if (leftId === rightId) throw invalidField('right', 'Please choose two different lists.');
  await deps.assertSubscribed(uid);
  const most = operation === 'union' ? left.size + right.size : left.size;
  await assertWithinLimits(deps, uid, { lists: 1, contacts: most });
  const sources = operation === 'union' ? [left, right] : [left];
  const at = deps.clock.now();
  const list: SavedList = {
    _id,
    userId: uid,
    status: 'building',
    name,
    liveName: name,
    size: 0,
    reserved: most,
    columns: [...new Set(sources.flatMap((source) => source.columns))],
    ownColumns: [...new Set(sources.flatMap((source) => source.ownColumns))].slice(0, MAX_OWN_COLUMNS),
    consent: await consentOfBoth(deps, uid, left, sources.at(-1) ?? left, consent),
    version: 1,
    createdAt: at,
    updatedAt: at,
    build: { operation, left: leftId, right: rightId, after: '' },
    readers: [],
    dueAt: new Date(at.getTime() + deps.leaseMs),
  };
  if (!(await deps.lists.insert(list))) throw nameTaken(name);
  try {
    await assertWithinLimits(deps, uid, { lists: 0, contacts: 0 });
    if ((await deps.users.byUid(uid)) === undefined) throw unauthenticated();
  } catch (error) {
    await discardList(deps, _id);
    throw error;
  }
  const until = performance.now() + BUILD_MS;
  if (!(await buildSlices(deps, _id, () => performance.now() < until))) await deps.jobs.buildList(_id);
  return resultOf(deps, uid, _id);
}

/** Returns the consent of a list that has the people of two. Throws INVALID_INPUT if it is not clear. */
async function consentOfBoth(
  { consentOf }: Pick<ContactListsDeps, 'consentOf'>,
  uid: string,
  left: SavedList,
  right: SavedList,
  given: Consent | null | undefined,
): Promise<Consent> {
  if (given) return consentOf(uid, given);
  if (isSame(left.consent, right.consent)) return left.consent;
  throw invalidField(
    'consent',
    'These lists have different consent. Please say why all of these people may be called.',
  );
}

function isSame(a: Consent, b: Consent): boolean {
  return (['basis', 'own_words', 'obtained_at', 'source'] as const).every((field) => a[field] === b[field]);
}

async function resultOf(deps: ContactListsDeps, uid: string, id: string): Promise<CombineResult> {
  return { success: true, list: await shownList(deps, uid, id) };
}
