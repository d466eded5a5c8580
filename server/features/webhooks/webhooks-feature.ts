import type { Connection } from 'mongoose';
import type { Duty } from '#server/platform/work/duty.ts';
import { HOUR_MS, HOUR_SECONDS, MINUTE_MS, SECOND_MS } from '#shared/time-units.ts';
import { erases } from '#server/platform/module/erasure-step.ts';
import { createBackgroundTasks } from '#server/platform/lib/concurrency/background-tasks.ts';
import { databaseDown } from '#server/platform/lib/errors.ts';
import { createRateLimiter, modelOfCounts } from '#server/platform/lib/mongodb/rate-limiter.ts';
import { webhookSections } from './export-webhooks.ts';
import { createResolve } from './addresses/resolve-name.ts';
import type { CallEvents, CampaignEvents } from './api.ts';
import { createDeliveryLoop } from './delivery/delivery-loop.ts';
import { createDeliveryModel, DeliveryStore } from './delivery/delivery-store.ts';
import { createLaneModel, LaneStore } from './delivery/lane-store.ts';
import { createSendRequest } from './delivery/send-request.ts';
import { resealEndpoints } from './endpoints/endpoint-secrets.ts';
import { createEndpointModel, EndpointStore } from './endpoints/endpoint-store.ts';
import { sendSwitchOffMails } from './endpoints/switch-off.ts';
import { recordStatusesOf } from './events/campaign-events.ts';
import { createCursorModel, CursorStore } from './events/cursor-store.ts';
import { recordCalls } from './events/record-calls.ts';
import { sweepCursors } from './events/sweep-cursors.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { createWebhooksRouter } from './webhooks-router.ts';

const SEND_COUNTS = { model: 'WebhookRequests', collection: 'webhook_requests' };
/** Test events and repeated deliveries of a user. */
const SEND_LIMIT = { name: 'webhook-send', attempts: 60, seconds: 10 * 60 };

/** Replays of a user, each of up to 1,000 deliveries. */
const REPLAY_LIMIT = { name: 'webhook-replay', attempts: 6, seconds: 10 * 60 };

/** Mails to a user about changed endpoints; the history of the account has all changes. */
const MAIL_LIMIT = { name: 'webhook-mail', attempts: 10, seconds: HOUR_SECONDS };

/** The topic under which due lanes are announced. */
const TOPIC = 'webhooks';

/** What webhooks need of the app. */
interface WebhookNeeds extends Pick<
  WebhookDeps,
  'clock' | 'log' | 'metrics' | 'publicUrl' | 'users' | 'ledger' | 'secretBox'
> {
  connection: Connection;
  /** Whether this machine is served, in local mode. */
  isLocal: boolean;
  env: { local: { carrier: boolean }; WEBHOOK_NETWORKS: readonly string[] };
  providers: Pick<WebhookDeps, 'mailer'>;
  mails: { mailer: WebhookDeps['notices'] };
  keys: Pick<WebhookDeps, 'idempotencyKeys'>;
  accountEvents: Pick<WebhookDeps, 'events'>;
  stores: { changes: WebhookDeps['statuses'] };
  credits: { history: WebhookDeps['creditEvents'] };
  billing: Pick<WebhookDeps, 'creditAlerts'>;
  suppressions: Pick<WebhookDeps, 'numbers'>;
  voices: { ends: WebhookDeps['voiceEnds'] };
  contactLists: { ready: WebhookDeps['readyLists'] };
  jobs: { announce(topic: string): void; onAnnounced(topic: string, listener: () => void): void };
}

export type WebhooksFeature = ReturnType<typeof createWebhooksFeature>;

/** Creates webhooks: endpoints of integrators, the events they are sent, and their delivery. */
export function createWebhooksFeature(app: WebhookNeeds) {
  const { connection, clock, log, metrics, publicUrl, env } = app;
  const rules = { loopback: app.isLocal && env.local.carrier, allowedNetworks: env.WEBHOOK_NETWORKS };
  const models = {
    endpoints: createEndpointModel(connection),
    deliveries: createDeliveryModel(connection),
    lanes: createLaneModel(connection),
    cursors: createCursorModel(connection),
  };
  const sendLimit = createRateLimiter(connection, SEND_COUNTS.collection, SEND_LIMIT);
  const replayLimit = createRateLimiter(connection, SEND_COUNTS.collection, REPLAY_LIMIT);
  const mailLimit = createRateLimiter(connection, SEND_COUNTS.collection, MAIL_LIMIT);
  const resolve = createResolve(rules);
  const deps: WebhookDeps = {
    clock,
    log,
    metrics,
    publicUrl,
    rules,
    resolve,
    due: announcementsOf(app.jobs),
    users: app.users,
    ledger: app.ledger,
    events: app.accountEvents.events,
    idempotencyKeys: app.keys.idempotencyKeys,
    statuses: app.stores.changes,
    creditEvents: app.credits.history,
    numbers: app.suppressions.numbers,
    // Made when they are used: not every process has these.
    get voiceEnds() {
      return app.voices.ends;
    },
    get readyLists() {
      return app.contactLists.ready;
    },
    get mailer() {
      return app.providers.mailer;
    },
    get notices() {
      return app.mails.mailer;
    },
    get secretBox() {
      return app.secretBox;
    },
    get creditAlerts() {
      return app.billing.creditAlerts;
    },
    send: createSendRequest(rules, resolve),
    endpoints: new EndpointStore(models.endpoints),
    deliveries: new DeliveryStore(models.deliveries),
    lanes: new LaneStore(models.lanes, () => {
      deps.due.announce();
    }),
    cursors: new CursorStore(models.cursors),
    background: createBackgroundTasks(log),
    sendLimit,
    replayLimit,
    mailLimit,
  };
  const loop = createDeliveryLoop(deps);
  return {
    router: createWebhooksRouter(deps),
    callEvents: createCallEvents(deps),
    campaignEvents: createCampaignEvents(deps),
    /** Sends what is due, in worker processes. */
    loop,
    /** Finds events that are not stored yet, and sends the mails that are due. */
    async sweep(): Promise<void> {
      await sweepCursors(deps);
      await sendSwitchOffMails(deps);
    },
    duties: dutiesOf(deps),
    /** Returns the endpoints of a user, newest first. */
    ofUser: (uid: string) => deps.endpoints.ofUser(uid),
    exported: { sections: webhookSections(deps) },
    erasure: [erases('webhooks', ({ uid }) => eraseWebhooks(deps, uid))],
    /** Resolves when no event is being stored after a change, and no mail is being sent. */
    idle: () => deps.background.idle(),
    models: [...Object.values(models), modelOfCounts(connection, SEND_COUNTS)],
  };
}

function announcementsOf(jobs: WebhookNeeds['jobs']): WebhookDeps['due'] {
  return {
    announce: () => {
      jobs.announce(TOPIC);
    },
    onAnnounced: (listener) => {
      jobs.onAnnounced(TOPIC, listener);
    },
  };
}

function dutiesOf(deps: WebhookDeps): Duty[] {
  return [
    {
      name: 'search-webhook-events',
      everyMs: 30 * SECOND_MS,
      run: ({ signal }) => sweepCursors(deps, signal),
    },
    {
      name: 'mail-switched-off-endpoints',
      everyMs: MINUTE_MS,
      run: ({ signal }) => sendSwitchOffMails(deps, signal),
    },
    { name: 'reseal-webhooks', everyMs: HOUR_MS, run: ({ signal }) => resealEndpoints(deps, signal) },
  ];
}

/** Erases the endpoints and deliveries of an account; the endpoints first, so that nothing is added. */
async function eraseWebhooks(deps: WebhookDeps, uid: string): Promise<void> {
  await deps.endpoints.erase(uid);
  await deps.cursors.erase(uid);
  await deps.lanes.erase(uid);
  await deps.deliveries.erase(uid);
  for (const limit of [deps.sendLimit, deps.replayLimit, deps.mailLimit]) await limit.clear(uid);
}

/** A failure that is not the database's is logged: the settlement of the calls goes on without their events. */
function createCallEvents(deps: WebhookDeps): CallEvents {
  return {
    async record(calls) {
      try {
        await recordCalls(deps, calls);
      } catch (error) {
        const isDatabase = databaseDown(error) !== undefined || (error as Error).name.startsWith('Mongo');
        if (isDatabase) throw error;
        const { campaignId, settlement } = calls;
        deps.log.error({ err: error, campaignId, settlement }, 'the events of a settlement were not stored');
      }
    },
  };
}

function createCampaignEvents(deps: WebhookDeps): CampaignEvents {
  return {
    changed(userId, campaignId) {
      deps.background.run('store the events of a campaign', async () => {
        const endpoints = await deps.endpoints.enabledOf(userId);
        if (endpoints.length > 0) await recordStatusesOf(deps, endpoints, campaignId);
      });
    },
  };
}
