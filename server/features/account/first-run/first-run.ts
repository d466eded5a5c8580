import type { FirstRunStep } from '#shared/first-run.ts';
import type { FirstRun } from '#shared/schemas/account/first-run.ts';
import type { VoiceView } from '#shared/schemas/voices.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { Subscriptions } from '#server/features/billing/api.ts';
import type { CallingProfiles } from '#server/features/calling/api.ts';
import type { FirstCampaigns } from '#server/features/campaigns/api.ts';

/** The features that own what the steps make. */
export interface FirstRunSources {
  users: Pick<Users, 'byUid' | 'closeFirstRun'>;
  callingProfiles: Pick<CallingProfiles, 'find'>;
  voices: { list(uid: string): Promise<readonly Pick<VoiceView, 'status'>[]> };
  contactLists: { hasAny(uid: string): Promise<boolean> };
  subscriptions: Pick<Subscriptions, 'isSubscribed'>;
  campaigns: FirstCampaigns;
}

/** The list of a user who does not see it. */
export const CLOSED: FirstRun = { closed: true, done: [] };

/** Returns which steps a user has done. */
export async function firstRunOf(sources: FirstRunSources, uid: string): Promise<FirstRun> {
  const { users, callingProfiles, voices, contactLists, subscriptions, campaigns } = sources;
  const user = await users.byUid(uid);
  if (user === undefined || user.firstRunClosed === true) return CLOSED;
  const made = await campaigns.madeBy(uid);
  if (made.sent) return CLOSED;
  const [{ businessName, callbackNumber, testPhone }, listed, hasList, hasPlan] = await Promise.all([
    callingProfiles.find(uid),
    voices.list(uid),
    contactLists.hasAny(uid),
    subscriptions.isSubscribed(uid),
  ]);
  const isDone: Record<FirstRunStep, boolean> = {
    business: businessName !== '' && callbackNumber !== undefined,
    // A voice that failed can be used in no campaign.
    voice: listed.some(({ status }) => status !== 'failed'),
    contacts: hasList || made.any,
    plan: hasPlan,
    // Confirmed by a code that a test call has spoken.
    test: testPhone !== undefined,
    send: false,
  };
  const steps = Object.keys(isDone) as FirstRunStep[];
  return { closed: false, done: steps.filter((step) => isDone[step]) };
}
