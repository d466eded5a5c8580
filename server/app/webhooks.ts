import type { Connection } from 'mongoose';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { createBillingFeature } from '#server/features/billing/billing-feature.ts';
import type { CampaignStores } from '#server/features/campaigns/campaigns-feature.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import type { createCreditsFeature } from '#server/features/credits/credits-feature.ts';
import { allowsLocalPages, type Env } from '#server/app/env/env.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Metrics } from '#server/platform/lib/observability/metrics.ts';
import type { SecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import type { MailQueue } from '#server/platform/mail-queue/mail-queue.ts';
import type { RequestKeyStore } from '#server/platform/request-keys/request-key-store.ts';
import type { createSuppressionsFeature } from '#server/features/do-not-call/suppressions/suppressions-feature.ts';
import type { CallEvents } from '#server/features/webhooks/api.ts';
import { createWebhooksFeature, type WebhooksFeature } from '#server/features/webhooks/webhooks-feature.ts';
import type { Providers } from './providers/providers.ts';

/** The features that webhooks use. */
interface UsedFeatures {
  accountEvents: { events: AccountEvents };
  billing: Pick<ReturnType<typeof createBillingFeature>, 'creditAlerts'>;
  credits: Pick<ReturnType<typeof createCreditsFeature>, 'history'>;
  keys: { requestKeys: RequestKeyStore };
  ledger: CreditLedger;
  mails: Pick<MailQueue, 'mailer'>;
  secretBox: SecretBox;
  stores: Pick<CampaignStores, 'statuses'>;
  suppressions: Pick<ReturnType<typeof createSuppressionsFeature>, 'numbers'>;
  users: Pick<Users, 'byUid'>;
}

/** Creates webhooks over the features whose changes they report. */
export function composeWebhooks(
  features: UsedFeatures,
  {
    env,
    provider,
    ...shared
  }: {
    connection: Connection;
    clock: Clock;
    log: Logger;
    metrics: Metrics;
    publicUrl: string;
    env: Env;
    provider: <K extends keyof Providers>(name: K) => Providers[K];
  },
): WebhooksFeature {
  return createWebhooksFeature({
    ...shared,
    // Later, as processes that send no mail have none.
    mailer: { send: (mail) => provider('mailer').send(mail) },
    notices: { send: (mail) => features.mails.mailer.send(mail) },
    users: features.users,
    events: features.accountEvents.events,
    // Later, as support commands have no secrets.
    secretBox: laterSecretBox(features),
    requestKeys: features.keys.requestKeys,
    rules: {
      loopback: allowsLocalPages(env) && env.local.carrier,
      allowedNetworks: env.WEBHOOK_NETWORKS,
    },
    statuses: features.stores.statuses,
    ledger: features.ledger,
    creditEvents: features.credits.history,
    // Later, as tests without payments have no billing.
    creditAlerts: { thresholdOf: (uid) => features.billing.creditAlerts.thresholdOf(uid) },
    numbers: features.suppressions.numbers,
  });
}

function laterSecretBox(features: Pick<UsedFeatures, 'secretBox'>): SecretBox {
  return {
    seal: (text, owner) => features.secretBox.seal(text, owner),
    open: (sealed, owner) => features.secretBox.open(sealed, owner),
    get olderPrefixes() {
      return features.secretBox.olderPrefixes;
    },
  };
}

/** Returns what the drop engine reports calls to. */
export function eventsForDrops(features: { webhooks: Pick<WebhooksFeature, 'callEvents'> }): CallEvents {
  // Later, as webhooks need the features that need the drop engine.
  return { record: (calls) => features.webhooks.callEvents.record(calls) };
}

/** Returns what is called after a campaign has changed its status. `features` are read then. */
export function campaignListener(features: () => { webhooks: Pick<WebhooksFeature, 'campaignEvents'> }) {
  return ({ userId, _id }: { userId: string; _id: string }): void => {
    features().webhooks.campaignEvents.changed(userId, _id);
  };
}
