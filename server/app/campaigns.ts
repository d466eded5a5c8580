import type { Connection } from 'mongoose';
import type { CallingMode } from '#shared/schemas/calling/calling.ts';
import type { CallingProfiles, ContactPlaces } from '#server/features/calling/api.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { createListReader } from '#server/features/campaigns/contact-list/list-reader.ts';
import { createTestDropsFeature } from '#server/features/campaigns/test-drops/test-drops-feature.ts';
import type { CampaignStores } from '#server/features/campaigns/campaigns-feature.ts';
import type { DropsFeature } from '#server/features/drops/drops-feature.ts';
import type { Env } from '#server/app/env/env.ts';
import { messageRules } from './calling.ts';

const PREPARATION_LEASE_MS = 30_000;

/** The features that campaigns use. */
interface UsedFeatures extends Pick<CampaignsDeps, 'ledger' | 'subscriptions' | 'callingProfiles'> {
  stores: CampaignStores;
  keys: Pick<CampaignsDeps, 'requestKeys'>;
  drops: Pick<DropsFeature, 'forCampaigns'>;
  jobs: { queue: CampaignsDeps['jobs'] };
  users: CampaignsDeps['owners'];
  campaignVoices: CampaignsDeps['voices'];
  savedLists: CampaignsDeps['savedLists'];
  suppressions: Pick<CampaignsDeps, 'doNotCall'>;
  calling: Pick<CampaignsDeps, 'places' | 'calendar' | 'callLog' | 'planCalls'>;
}

/** Returns what the use cases of campaigns use of the other features. */
export function composeCampaignsDeps(
  features: UsedFeatures,
  {
    env,
    ...shared
  }: Pick<CampaignsDeps, 'clock' | 'realTime' | 'log' | 'spool'> & { connection: Connection; env: Env },
): CampaignsDeps {
  const { places, calendar, callLog, planCalls } = features.calling;
  return {
    ...shared,
    ...features.stores,
    requestKeys: features.keys.requestKeys,
    ...features.drops.forCampaigns,
    jobs: features.jobs.queue,
    owners: features.users,
    ledger: features.ledger,
    subscriptions: features.subscriptions,
    voices: features.campaignVoices,
    doNotCall: features.suppressions.doNotCall,
    places,
    calendar,
    callLog,
    planCalls,
    callingProfiles: features.callingProfiles,
    messageRules: messageRules(env),
    contactRetentionDays: env.CONTACT_RETENTION_DAYS,
    listReader: createListReader({ spool: shared.spool }),
    savedLists: features.savedLists,
    preparationLeaseMs: PREPARATION_LEASE_MS,
  };
}

/** Creates test drops over the use cases of campaigns. */
export function composeTestDrops(
  features: {
    campaignsDeps: CampaignsDeps;
    calling: { calendar: { mode: CallingMode }; places: ContactPlaces };
    callingProfiles: CallingProfiles;
  },
  connection: Connection,
) {
  return createTestDropsFeature({
    connection,
    campaigns: features.campaignsDeps,
    mode: features.calling.calendar.mode,
    places: features.calling.places,
    profiles: features.callingProfiles,
  });
}
