import type { Connection } from 'mongoose';
import type { Users } from '#server/features/auth/api.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { CampaignsFeature, CampaignStores } from '#server/features/campaigns/campaigns-feature.ts';
import { consentOf } from '#server/features/campaigns/consent/list-consent.ts';
import { optionsOf } from '#server/features/campaigns/contact-list/list-reader.ts';
import { contactsOfPayload } from '#server/features/campaigns/contact-list/contact-source.ts';
import { createContactListsFeature } from '#server/features/contact-lists/contact-lists-feature.ts';
import type { CampaignCall } from '#server/features/contact-lists/person-history.ts';
import type { DropsFeature } from '#server/features/drops/drops-feature.ts';
import type { Jobs } from '#server/platform/work/jobs.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';

const LEASE_MS = 30_000;
/** Campaigns whose calls a history considers, the latest. */
const HISTORY_CAMPAIGNS = 500;

/** The features that saved contact lists use. */
interface UsedFeatures {
  campaigns: Pick<CampaignsFeature, 'assertSubscribed'>;
  campaignsDeps: CampaignsDeps;
  drops: Pick<DropsFeature, 'callsTo'>;
  jobs: { queue: Jobs['queue'] };
  stores: Pick<CampaignStores, 'campaigns' | 'overview'>;
  users: Pick<Users, 'byUid'>;
}

/** Creates saved contact lists over what campaigns receive and check lists with. */
export function composeContactLists(
  features: UsedFeatures,
  shared: { connection: Connection; clock: Clock; log: Logger },
) {
  const { campaignsDeps, stores } = features;
  return createContactListsFeature({
    ...shared,
    requestKeys: campaignsDeps.requestKeys,
    jobs: features.jobs.queue,
    owners: features.users,
    listReader: campaignsDeps.listReader,
    sourceOf: (contacts, draft) => contactsOfPayload(contacts, optionsOf(draft)),
    assertSubscribed: (userId) => features.campaigns.assertSubscribed(userId),
    consentOf: async (userId, given) => (await consentOf(campaignsDeps, userId, given)).consent,
    campaigns: stores.campaigns,
    callsTo: (userId, phone) => callsTo(features, userId, phone),
    leaseMs: LEASE_MS,
  });
}

async function callsTo(
  { stores, drops }: Pick<UsedFeatures, 'stores' | 'drops'>,
  userId: string,
  phone: string,
): Promise<CampaignCall[]> {
  const campaigns = await stores.overview.briefsOf(userId, HISTORY_CAMPAIGNS);
  const names = new Map(campaigns.map(({ _id, name }) => [_id, name]));
  const calls = await drops.callsTo(phone, [...names.keys()]);
  return calls.map((call) => ({ ...call, name: names.get(call.campaignId) ?? '' }));
}
