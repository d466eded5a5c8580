import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Router } from 'express';
import type { Connection } from 'mongoose';
import { accountBilling, accountCampaigns } from './account.ts';
import { createAnalyticsFeature } from '#server/analytics/analytics-feature.ts';
import { createAuthFeature } from '#server/auth/auth-feature.ts';
import { LOCAL_LIMITS } from '#server/auth/limits/client-limits.ts';
import { createBillingFeature } from '#server/billing/billing-feature.ts';
import { createCampaignsFeature, createCampaignStores } from '#server/campaigns/campaigns-feature.ts';
import { createReservation, type Reservation } from '#server/campaigns/lifecycle/reservation-store.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Providers } from './providers.ts';
import { createCreditsFeature } from '#server/credits/credits-feature.ts';
import { createDropsFeature } from '#server/drops/drops-feature.ts';
import type { ClockCheck } from '#server/lib/database-clock.ts';
import { allowsLocalPages, type Env } from '#server/env.ts';
import { endAllSessions } from '#server/http/sessions/sessions.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { createLiveFeature } from '#server/live/live-feature.ts';
import type { Logger } from '#server/lib/log.ts';
import { createRequestKeys } from '#server/request-keys/request-key-store.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import { createSuppressionsFeature } from '#server/suppressions/suppressions-feature.ts';
import { createAppRouter, type AppRouter } from '#server/trpc/app-router.ts';
import { createVoicesFeature } from '#server/voices/voices-feature.ts';

/** Deadline for carrier reports, and the extra time for retries of reports sent while Hark was stopped. */
const LOCAL_REPORTS = { reportDeadlineMs: 20_000, giveUpGraceMs: 10_000 };
const LIVE_REPORTS = { reportDeadlineMs: 48 * 60 * 60 * 1000, giveUpGraceMs: 10 * 60 * 1000 };
const PREPARATION_LEASE_MS = 30_000;
const SWEEP_MS = 30_000;
/** An unreachable carrier delays the start by no more than this. */
const SUBSCRIBE_MS = 3_000;

export interface FeatureOptions {
  env: Env;
  connection: Connection;
  clock: Clock;
  /** The real clock, which the seed cannot shift. */
  realTime: Clock;
  clockCheck: ClockCheck;
  /** True for a process that only creates demo data, possibly beside a running system. */
  seedOnly: boolean;
  log: Logger;
  baseUrl: string;
  /** The accepted secrets of carrier callback paths. */
  callbackSecrets: Secrets;
  providers: Providers;
}

/** The composed features. */
export interface Features {
  appRouter: AppRouter;
  webhooks: Router;
  models: { createIndexes(): Promise<unknown> }[];
  /** Reserves the campaigns of the demo account for this process while it creates them. */
  reservation: Reservation;
  /** Marks the address of an account as verified, without a mail. */
  verifyAddress(email: string): Promise<void>;
  /** Requests the signing secrets of the carrier webhooks; gives up after 3 s and retries with the sweeps. */
  subscribeToCarrier(): Promise<void>;
  startWorker(): Promise<void>;
  stopWorker(): Promise<void>;
  /** Ends all open event streams. */
  closeStreams(): void;
  startSweeps(): void;
  close(): Promise<void>;
}

/**
 * Builds the features and passes each its dependencies, so that no feature imports another.
 * Circular dependencies are resolved by functions that are called only after all features exist.
 */
export function composeFeatures(options: FeatureOptions): Features {
  const { env, connection, clock, log, baseUrl, callbackSecrets, providers } = options;
  const { realTime, clockCheck, seedOnly: onlyOwn } = options;
  const shared = { connection, clock, log };
  const stores = createCampaignStores({ ...shared, realTime });
  const reservation = createReservation(stores.reservations, log);
  const keys = createRequestKeys(connection);
  const jobs = createJobs({ ...shared, clock: realTime, clockCheck, privateQueue: onlyOwn });
  const credits = createCreditsFeature({
    ...shared,
    campaigns: { namesOf: (uid, ids) => stores.campaigns.namesOf(uid, ids) },
  });
  const auth = createAuthFeature({
    ...shared,
    mailer: providers.mailer,
    publicUrl: baseUrl,
    requireEmailVerification: env.REQUIRE_EMAIL_VERIFICATION ?? env.SMTP_URL !== undefined,
    links: {
      supportEmail: env.SUPPORT_EMAIL,
      salesEmail: env.SALES_EMAIL,
      privacyUrl: env.PRIVACY_URL,
      termsUrl: env.TERMS_URL,
    },
    subscriptions: { isSubscribed: (uid) => billing.subscriptions.isSubscribed(uid) },
    userInfoSources: {
      voices: (uid) => voices.list(uid),
      billing: (uid) =>
        accountBilling({ users: auth.users, billing, credits, campaigns: stores.campaigns }, uid),
      campaigns: (uid) => accountCampaigns(stores.campaigns, uid),
    },
    endAllSessions: (uid) => endAllSessions(connection, uid),
    localClientLimits: allowsLocalPages(env) ? LOCAL_LIMITS : undefined,
  });
  const billing = createBillingFeature({
    ...shared,
    gateway: providers.payments,
    mailer: providers.mailer,
    publicUrl: baseUrl,
    publishableKey: providers.publishableKey,
    ledger: credits.ledger,
    users: auth.users,
    requestKeys: keys.requestKeys,
  });
  const voices = createVoicesFeature({
    ...shared,
    clock: realTime,
    objects: providers.objects.store,
    speech: providers.speech,
    uses: { openCampaignWith: (uid, vid) => stores.campaigns.openCampaignWith(uid, vid) },
  });
  const suppressions = createSuppressionsFeature({ ...shared, subscriptions: billing.subscriptions });
  const subscribeToReports = () => providers.carrier.subscribe(providers.carrierWebhookUrl);
  const drops = createDropsFeature({
    ...shared,
    realTime,
    campaigns: stores.runs,
    openCampaigns: stores.openCampaigns,
    doNotCall: suppressions.doNotCall,
    carrier: providers.carrier,
    synthesizer: providers.speech,
    objects: providers.objects.store,
    ledger: credits.ledger,
    jobs: jobs.queue,
    notices: stores.notices,
    owners: auth.users,
    mailer: providers.mailer,
    publicUrl: baseUrl,
    callbackSecrets,
    renewSigningSecrets: subscribeToReports,
    dropsPerMinute: env.DROPS_PER_MINUTE,
    options: env.local.carrier ? LOCAL_REPORTS : LIVE_REPORTS,
  });
  const campaigns = createCampaignsFeature({
    ...shared,
    realTime,
    ...stores,
    requestKeys: keys.requestKeys,
    contacts: drops.contacts,
    engine: drops.engine,
    ledger: credits.ledger,
    subscriptions: billing.subscriptions,
    voices: voices.voices,
    spoolDir: join(env.DATA_DIR, 'spool'),
    preparationLeaseMs: PREPARATION_LEASE_MS,
  });
  const analytics = createAnalyticsFeature({
    clock,
    statistics: { ...campaigns.statistics, ...drops.statistics },
  });
  const live = createLiveFeature({
    log,
    campaigns: stores.changes,
    credits: { versionsOf: credits.versionsOf, balance: credits.ledger.balance },
  });
  // Reports also arrive by unsigned callbacks, so an unreachable carrier must not prevent the start.
  const subscribe = untilSuccess(subscribeToReports);
  const sweeps = periodic(SWEEP_MS, log, [subscribe, () => campaigns.sweep(), () => voices.sweep()]);

  return {
    appRouter: createAppRouter({
      auth: auth.router,
      billing: billing.router,
      campaigns: campaigns.router,
      analytics: analytics.router,
      voices: voices.router,
      credits: credits.router,
      suppressions: suppressions.router,
      live: live.router,
    }),
    webhooks: Router().use('/stripe', billing.stripeWebhook).use(drops.webhooks),
    models: [auth, billing, voices, credits, drops, stores, keys, suppressions].flatMap((feature) => [
      ...feature.models,
    ]),
    reservation,
    verifyAddress: (email) => auth.verifyAddress(email),
    startWorker: () => jobs.start(drops.handlers),
    async subscribeToCarrier() {
      await Promise.race([subscribe(), sleep(SUBSCRIBE_MS, undefined, { ref: false })]).catch(
        (error: unknown) => {
          log.warn({ err: error }, 'could not subscribe to signed carrier webhooks; will retry');
        },
      );
    },
    async stopWorker() {
      drops.stop();
      await jobs.stop();
    },
    closeStreams: () => {
      live.close();
    },
    startSweeps() {
      billing.start();
      sweeps.start();
    },
    async close() {
      await reservation.release();
      await Promise.all([sweeps.stop(), billing.stop(), auth.idle()]);
      await credits.close();
    },
  };
}

/** Returns a function that calls `task` until it has succeeded once. */
function untilSuccess(task: () => Promise<void>): () => Promise<void> {
  let done = false;
  return async () => {
    if (done) return;
    await task();
    done = true;
  };
}

/** Runs tasks immediately and then every `ms`; rounds never overlap. */
function periodic(ms: number, log: Logger, tasks: (() => Promise<unknown>)[]) {
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const run = async (): Promise<void> => {
    for (const task of tasks) {
      await task().catch((error: unknown) => {
        log.error({ err: error }, 'sweep failed; will retry');
      });
    }
  };
  const next = (): void => {
    round = round.then(run);
  };
  return {
    start(): void {
      next();
      timer = setInterval(next, ms).unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await round;
    },
  };
}
