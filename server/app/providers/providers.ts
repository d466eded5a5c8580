import { Router } from 'express';
import type { Connection } from 'mongoose';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Env } from '#server/app/env/env.ts';
import { localCarrierPages } from '#server/emulators/carrier/carrier.ts';
import { startLocalCarrier } from '#server/emulators/carrier/carrier.ts';
import { startLocalOutbox } from '#server/emulators/mail/outbox.ts';
import { createLocalSpeech } from '#server/emulators/speech/speech.ts';
import {
  createLocalStripe,
  LOCAL_STRIPE_KEYS,
  type CardPayment,
} from '#server/emulators/stripe/local-stripe-feature.ts';
import type { Indexed } from '#server/platform/lib/mongodb/indexed.ts';
import { composeObjects, openBackupBucket } from './object-store.ts';
import { outgoingAgents } from './outgoing-agents.ts';
import { ErasureList } from '#server/platform/backup/erasures/erasure-list.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { createDropCowboyCarrier } from '#server/providers/carrier/dropcowboy-carrier.ts';
import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';
import type { Mailer } from '#server/providers/mail/port.ts';
import { createSmtpMailer } from '#server/providers/mail/smtp-mailer.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { PaymentGateway } from '#server/providers/payments/port.ts';
import { DAY_SECONDS } from '#shared/time-units.ts';
import { createStripeGateway } from '#server/providers/payments/stripe-gateway.ts';
import { createElevenLabsSpeech } from '#server/providers/speech/elevenlabs-speech.ts';
import type { SpeechSynthesizer } from '#server/providers/speech/port.ts';

export interface ProviderOptions {
  env: Env;
  connection: Connection;
  clock: Clock;
  log: Logger;
  /** True for a process that only creates demo data, in the past. */
  seedOnly?: boolean;
  /** The public base URL, without a trailing slash. */
  baseUrl: string;
  /** The base URL for clients on the same machine. */
  ownUrl: string;
  /** The secret path segment of the callback URL that the carrier receives. */
  callbackSecret: string;
  /** Called when a sidecar process exits and cannot be restarted. */
  onLost: (error: Error) => void;
  /** Headers of requests to providers that take them. */
  headers?: () => Record<string, string>;
}

/** The providers selected by the settings, and the routes of the local ones. */
export interface Providers {
  payments: PaymentGateway;
  publishableKey: string;
  webhookSecret: string;
  carrier: VoicemailCarrier;
  /** The URL to which the carrier sends signed webhooks. */
  carrierWebhookUrl: string;
  speech: SpeechSynthesizer;
  mailer: Mailer;
  objects: { store: ObjectStore; router: Router };
  /** Where browsers send uploads to and load recordings from. */
  objectOrigin: string;
  /** The erased accounts, where they outlive the database. */
  erasures: ErasureList;
  /** The pages of the local providers under `/local`. */
  localPages: Router;
  /** Confirms a payment at the local Stripe; resolves to the HTTP status, 404 if the real Stripe is used. */
  confirmLocally(payment: CardPayment): Promise<number>;
  /** The collections of the local providers. */
  models: Indexed[];
  /** Starts the work that only one process of a system does, such as sending the local webhooks. */
  start(): void;
  /** Releases the carrier; a local one first sends its pending reports. */
  releaseCarrier(): Promise<void>;
  /** Closes all providers, including the carrier if it is not released yet. */
  close(): Promise<void>;
}

/** Builds the providers; a provider without settings is replaced by a local emulator. */
export async function composeProviders(options: ProviderOptions): Promise<Providers> {
  const localPages = Router();
  const payments = composePayments(options, localPages);
  const [carrier, mail, objects, copies] = await Promise.all([
    composeCarrier(options, localPages),
    composeMail(options, localPages),
    composeObjects(options),
    openBackupBucket(options.env),
  ]);
  let carrierReleased: Promise<void> | undefined;
  const releaseCarrier = (): Promise<void> => (carrierReleased ??= carrier.close());
  return {
    ...payments.keys,
    payments: payments.gateway,
    confirmLocally: payments.confirm,
    carrier: carrier.carrier,
    carrierWebhookUrl: carrier.webhookUrl,
    speech: composeSpeech(options),
    mailer: mail.mailer,
    objects,
    objectOrigin: objects.origin,
    erasures: new ErasureList(objects.store, copies === undefined ? [] : [copies]),
    localPages,
    models: [...payments.models, ...mail.models],
    start: payments.start,
    releaseCarrier,
    close: async () => {
      await payments.stop();
      await mail.close();
      objects.close();
      copies?.close();
      await releaseCarrier();
    },
  };
}

function composeSpeech({ env, headers }: ProviderOptions): SpeechSynthesizer {
  const { ELEVENLABS_API_KEY: apiKey } = env;
  if (apiKey === undefined) return createLocalSpeech();
  return createElevenLabsSpeech({ apiKey, createAgents: outgoingAgents(env), ...(headers && { headers }) });
}

function composePayments(
  { env, connection, clock, log, baseUrl, ownUrl, seedOnly = false }: ProviderOptions,
  localPages: Router,
) {
  if (env.STRIPE_SECRET_KEY !== undefined) {
    return {
      gateway: createStripeGateway({
        secretKey: env.STRIPE_SECRET_KEY,
        webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
        createAgents: outgoingAgents(env),
      }),
      keys: {
        publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? '',
        webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
      },
      confirm: () => Promise.resolve(404),
      models: [],
      start: () => undefined,
      stop: () => Promise.resolve(),
    };
  }
  const stripe = createLocalStripe({
    connection,
    clock,
    log,
    origin: () => baseUrl,
    webhookUrl: `${ownUrl}/webhooks/stripe`,
    // Other processes would end the subscription of last week before it is paid.
    ...(seedOnly && { incompleteSeconds: 30 * DAY_SECONDS }),
  });
  localPages.use('/stripe', stripe.router);
  const { secretKey, ...keys } = LOCAL_STRIPE_KEYS;
  return {
    gateway: createStripeGateway({ secretKey, webhookSecret: keys.webhookSecret, fetch: stripe.fetch }),
    keys,
    confirm: (payment: CardPayment) => stripe.confirm(payment),
    models: stripe.models,
    start: () => {
      stripe.start();
    },
    stop: () => stripe.stop(),
  };
}

async function composeCarrier(
  { env, baseUrl, ownUrl, callbackSecret, clock, onLost, headers }: ProviderOptions,
  localPages: Router,
) {
  const local = env.local.carrier ? await startLocalCarrier({ dataDir: env.DATA_DIR, onLost }) : undefined;
  if (local !== undefined) localPages.use(localCarrierPages(local));
  const webhookUrl = `${local === undefined ? baseUrl : ownUrl}/webhooks/carrier`;
  const live = {
    key: env.DROPCOWBOY_KEY ?? '',
    secret: env.DROPCOWBOY_SECRET ?? '',
    phoneLineId: env.DROPCOWBOY_PHONE_LINE_ID ?? '',
  };
  const carrier = createDropCowboyCarrier({
    ...(local === undefined
      ? live
      : { baseUrl: local.baseUrl, key: local.key, secret: local.secret, phoneLineId: 'local' }),
    callbackUrl: `${webhookUrl}/${callbackSecret}`,
    ...(headers && { headers }),
    createAgents: outgoingAgents(env),
    clock,
  });
  return {
    carrier,
    webhookUrl,
    close: async () => {
      carrier.close();
      await local?.release();
    },
  };
}

async function composeMail({ env, connection, clock, log }: ProviderOptions, localPages: Router) {
  const outbox = env.SMTP_URL === undefined ? await startLocalOutbox({ connection, clock, log }) : undefined;
  if (outbox !== undefined) localPages.get('/outbox', outbox.handler);
  const mailer = createSmtpMailer({ url: env.SMTP_URL ?? outbox?.smtpUrl ?? '', from: env.MAIL_FROM });
  return {
    mailer,
    models: outbox?.models ?? [],
    close: async () => {
      mailer.close();
      await outbox?.close();
    },
  };
}
