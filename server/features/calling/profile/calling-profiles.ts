import { NOT_GIVEN } from '#shared/schemas/account/auth.ts';
import type { CallLimit } from '#shared/schemas/calling/calling-profile.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { CallingProfile, CallingProfiles } from '#server/features/calling/api.ts';
import type { CallingProfileStore } from './profile-store.ts';
import { newStopSlug } from './stop-slug.ts';

/** What the calling profiles are made of. */
export interface CallingProfilesDeps {
  store: CallingProfileStore;
  users: Pick<Users, 'byUid'>;
  /** The limit of users who set none. */
  defaultLimit: CallLimit;
}

/** Returns the calling profiles for other features. */
export function createCallingProfiles(deps: CallingProfilesDeps): CallingProfiles {
  return {
    find: (userId) => findProfile(deps, userId),
    setTestPhone: (userId, phone) => deps.store.setTestPhone(userId, phone),
    stopPathOf: (userId) => stopPathOf(deps, userId),
    ownerOfStopPage: async (slug) => {
      const userId = await deps.store.ownerOf(slug);
      return userId === undefined ? undefined : { userId, businessName: await businessName(deps, userId) };
    },
  };
}

async function findProfile(deps: CallingProfilesDeps, userId: string): Promise<CallingProfile> {
  const [record, name] = await Promise.all([deps.store.of(userId), businessName(deps, userId)]);
  return {
    businessName: name,
    callbackNumber: record?.callbackNumber,
    defaultConsent: record?.defaultConsent,
    signature: record?.signature,
    callLimit: record?.callLimit ?? deps.defaultLimit,
    testPhone: record?.testPhone,
  };
}

async function businessName({ users }: CallingProfilesDeps, userId: string): Promise<string> {
  const name = (await users.byUid(userId))?.companyName ?? '';
  return name === NOT_GIVEN ? '' : name;
}

/** Returns the path of the page of a user; of two processes that name it at once, one does. */
async function stopPathOf(deps: CallingProfilesDeps, userId: string): Promise<string> {
  const { store } = deps;
  for (;;) {
    const slug = (await store.of(userId))?.stopSlug;
    if (slug !== undefined) return `/stop/${slug}`;
    await store.nameStopPage(userId, newStopSlug(await businessName(deps, userId)));
  }
}
