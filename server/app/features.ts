import { HOUR_MS, MINUTE_MS } from '#shared/time-units.ts';
import { userInfoSourcesOf, wasUsed } from './account/account.ts';
import { callingSettings } from './calling.ts';
import { createCallingFeature } from '#server/features/calling/calling-feature.ts';
import { createAccountDeletionFeature } from '#server/features/account/deletion/account-deletion-feature.ts';
import { composeJobs, composeQueues, type Queues } from './jobs.ts';
import { createOptOutsFeature } from '#server/features/do-not-call/opt-outs/opt-outs-feature.ts';
import type { Module } from '#server/platform/module/module.ts';
import { MODULES } from './modules.ts';
import { appBase, type AppBase } from './app-base.ts';
import { createApp, type Overrides } from './create-app.ts';
import type { ProcessOptions } from './process-options.ts';
import type { Providers } from './providers/providers.ts';
import { createAccountExportFeature } from '#server/features/account/export/account-export-feature.ts';
import { createRetentionFeature } from '#server/features/account/retention/retention-feature.ts';
import { createAccountEventsFeature } from '#server/features/account/events/account-events-feature.ts';
import { createFirstRunFeature } from '#server/features/account/first-run/first-run-feature.ts';
import { createAnalyticsFeature } from '#server/features/analytics/analytics-feature.ts';
import { createApiKeysFeature } from '#server/features/auth/api-keys/api-keys-feature.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { UserSessions } from '#server/platform/http/sessions/user-sessions.ts';
import { createAuthFeature } from '#server/features/auth/auth-feature.ts';
import type { UserInfoSources } from '#server/features/auth/auth-deps.ts';
import type { CallingProfiles } from '#server/features/calling/api.ts';
import type { CustomerDetails, Subscriptions } from '#server/features/billing/api.ts';
import { createBillingFeature } from '#server/features/billing/billing-feature.ts';
import type { CampaignNames, VoiceUses } from '#server/features/campaigns/api.ts';
import { createCampaignsDeps, type CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { createTestDropsFeature } from '#server/features/campaigns/test-drops/test-drops-feature.ts';
import {
  createCampaignsFeature,
  createCampaignStores,
  type CampaignsFeature,
  type CampaignStores,
} from '#server/features/campaigns/campaigns-feature.ts';
import { createContactListsFeature } from '#server/features/contact-lists/contact-lists-feature.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import { createCreditsFeature } from '#server/features/credits/credits-feature.ts';
import type { DropsNeeds } from '#server/features/drops/create-drops-deps.ts';
import { createDropsFeature, type DropsFeature } from '#server/features/drops/drops-feature.ts';
import { userSessions } from '#server/platform/http/sessions/signed-in-devices.ts';
import type { TriggerDuty } from '#server/platform/work/duty.ts';
import type { Jobs } from '#server/platform/work/jobs.ts';
import type { SecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import { createLiveFeature } from '#server/features/live/live-feature.ts';
import { createIdempotencyKeys } from '#server/platform/idempotency/idempotency-key-store.ts';
import { createSuppressionsFeature } from '#server/features/do-not-call/suppressions/suppressions-feature.ts';
import { createMessageTemplatesFeature } from '#server/features/message-templates/message-templates-feature.ts';
import { createMailQueue, type MailQueue } from '#server/platform/mail-queue/mail-queue.ts';
import type { Voices } from '#server/features/voices/api.ts';
import { createPreviewsFeature } from '#server/features/voices/previews/previews-feature.ts';
import { createWebhooksFeature, type WebhooksFeature } from '#server/features/webhooks/webhooks-feature.ts';
import { createVoicesFeature } from '#server/features/voices/voices-feature.ts';

/** Deadline for carrier reports, and the extra time for retries of reports sent while Hark was stopped. */
const LOCAL_REPORTS = { reportDeadlineMs: 20_000, giveUpGraceMs: 10_000 };
const LIVE_REPORTS = { reportDeadlineMs: 48 * HOUR_MS, giveUpGraceMs: 10 * MINUTE_MS };

export interface FeatureOptions extends ProcessOptions {
  /** Replaces or wraps parts, in tests and benches. */
  overrides?: Overrides<Features>;
}

/** The features of a process, and what they use of each other. Each part is made when it is first used. */
export interface Features {
  stores: CampaignStores;
  keys: ReturnType<typeof createIdempotencyKeys>;
  jobs: Jobs;
  queues: Queues;
  trigger: TriggerDuty;
  ledger: CreditLedger;
  users: Pick<Users, 'byUid' | 'streamIdOf'>;
  userInfoSources: UserInfoSources;
  /** Whether an account has credits, payments, campaigns or voices. */
  wasUsed: (account: { uid: string; streamId: string }) => Promise<boolean>;
  sessions: UserSessions;
  secretBox: SecretBox;
  subscriptions: Pick<Subscriptions, 'isSubscribed' | 'isPastDue' | 'periodStartOf'>;
  customers: CustomerDetails;
  campaignNames: CampaignNames;
  voiceUses: VoiceUses;
  campaignVoices: Voices;
  callingProfiles: CallingProfiles;
  callingSettings: ReturnType<typeof callingSettings>;
  dropOptions: DropsNeeds['dropOptions'];
  /** Requests the signing secrets of the carrier's webhooks. */
  subscribeToReports: () => Promise<void>;
  campaignsDeps: CampaignsDeps;

  /** The modules, which a process asks for the same things. */
  modules: () => readonly Module[];
  accountEvents: ReturnType<typeof createAccountEventsFeature>;
  credits: ReturnType<typeof createCreditsFeature>;
  mails: MailQueue;
  auth: ReturnType<typeof createAuthFeature>;
  billing: ReturnType<typeof createBillingFeature>;
  voices: ReturnType<typeof createVoicesFeature>;
  previews: ReturnType<typeof createPreviewsFeature>;
  apiKeys: ReturnType<typeof createApiKeysFeature>;
  webhooks: WebhooksFeature;
  suppressions: ReturnType<typeof createSuppressionsFeature>;
  contactLists: ReturnType<typeof createContactListsFeature>;
  testDrops: ReturnType<typeof createTestDropsFeature>;
  messageTemplates: ReturnType<typeof createMessageTemplatesFeature>;
  optOuts: ReturnType<typeof createOptOutsFeature>;
  calling: ReturnType<typeof createCallingFeature>;
  drops: DropsFeature;
  campaigns: CampaignsFeature;
  analytics: ReturnType<typeof createAnalyticsFeature>;
  firstRun: ReturnType<typeof createFirstRunFeature>;
  live: ReturnType<typeof createLiveFeature>;
  accountDeletion: ReturnType<typeof createAccountDeletionFeature>;
  accountExport: ReturnType<typeof createAccountExportFeature>;
  retention: ReturnType<typeof createRetentionFeature>;
}

/** Builds the features and passes each what it needs of the others. */
export function composeFeatures(options: FeatureOptions): Features {
  const base = appBase(options);
  const { env, connection, clock, log, metrics, spool, providers } = base;
  const shared = { connection, clock, log, metrics, spool };
  const provider = <K extends keyof Providers>(name: K): Providers[K] => providers[name];
  const features: Features = createApp<AppBase, Features>(
    base,
    {
      stores: createCampaignStores,
      keys: () => createIdempotencyKeys(connection),
      jobs: () => composeJobs(options),
      queues: (app) => composeQueues(app, options.real),
      trigger: () => (duty) => {
        features.jobs.trigger(duty);
      },
      ledger: () => features.credits.ledger,
      users: () => features.auth.users,
      userInfoSources: () => userInfoSourcesOf(features),
      wasUsed: () => (account) => wasUsed(features, account),
      sessions: () => userSessions(connection, clock),
      secretBox: () => base.secretBoxFor('second factor'),
      subscriptions: () => features.billing.subscriptions,
      customers: () => ({ changing: (uid, write) => features.billing.customers.changing(uid, write) }),
      campaignNames: () => features.stores.campaigns,
      voiceUses: () => features.stores.campaigns,
      campaignVoices: () => features.voices.voices,
      callingSettings,
      callingProfiles: () => features.calling.profiles,
      dropOptions: () => (env.local.carrier ? LOCAL_REPORTS : LIVE_REPORTS),
      subscribeToReports: () => () => provider('carrier').subscribe(provider('carrierWebhookUrl')),
      campaignsDeps: createCampaignsDeps,

      modules: () => () => MODULES.map((name) => features[name]),
      accountEvents: () => createAccountEventsFeature(shared),
      credits: () => createCreditsFeature({ ...shared, campaigns: features.campaignNames }),
      mails: () =>
        createMailQueue({
          ...shared,
          clock: options.real ?? clock,
          mailer: options.providers?.mailer,
          secretBox: base.secretBoxFor('queued mails'),
        }),
      auth: createAuthFeature,
      billing: createBillingFeature,
      voices: createVoicesFeature,
      previews: createPreviewsFeature,
      apiKeys: createApiKeysFeature,
      webhooks: createWebhooksFeature,
      suppressions: () =>
        createSuppressionsFeature({
          ...shared,
          idempotencyKeys: features.keys.idempotencyKeys,
          subscriptions: features.subscriptions,
        }),
      contactLists: createContactListsFeature,
      calling: createCallingFeature,
      testDrops: createTestDropsFeature,
      messageTemplates: createMessageTemplatesFeature,
      optOuts: createOptOutsFeature,
      drops: createDropsFeature,
      campaigns: createCampaignsFeature,
      analytics: () =>
        createAnalyticsFeature({
          clock,
          statistics: { ...features.campaigns.statistics, ...features.drops.statistics },
          messages: features.campaigns.messages,
          charges: features.ledger,
        }),
      live: () =>
        createLiveFeature({
          ...shared,
          campaigns: features.stores.changes,
          credits: { versionsOf: features.credits.versionsOf, balance: features.ledger.balance },
        }),
      firstRun: createFirstRunFeature,
      accountDeletion: createAccountDeletionFeature,
      accountExport: createAccountExportFeature,
      retention: createRetentionFeature,
    },
    options.overrides,
  );
  return features;
}
