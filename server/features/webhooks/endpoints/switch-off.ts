import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import {
  heldBackUntil,
  isWorthMoving,
  pauseOf,
  TRIED_FOR_MS,
} from '#server/features/webhooks/delivery/retry-delays.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { switchedOffMail } from './switched-off-mail.ts';
import type { EndpointRecord } from './endpoint-store.ts';
import { dueRecords } from '#server/platform/lib/mongodb/due-records.ts';

/** An endpoint that failed fewer times is tried on, however long ago the first failure was. */
const MIN_FAILURES = 10;
const MAIL_RETRY_MS = MINUTE_MS;
/** After this a mail that cannot be sent is given up. */
const MAIL_FOR_MS = DAY_MS;

/** A failed attempt. `notBefore`: the endpoint wants no other until then. `gone`: it wants none at all. */
interface Failure {
  at: Date;
  notBefore: Date | undefined;
  /** Its delivery had not failed before: if the endpoint is down, nothing else is tried on it for a time. */
  pauses: boolean;
  gone: boolean;
}

/**
 * Counts a failed attempt, and pauses the endpoint if it is down by that count: a late failure of one that has been reached since
 * is its first. Switches it off at once if it is gone, and otherwise once every attempt of three days has failed.
 */
export async function countFailure(
  deps: WebhookDeps,
  { _id, url }: EndpointRecord,
  { at, notBefore, pauses, gone }: Failure,
): Promise<void> {
  const now = deps.clock.now();
  const waitsUntil = heldBackUntil((await deps.endpoints.find(_id)) ?? {}, now) ?? now;
  const endpoint = await deps.endpoints.countFailure({ _id, url }, at, { quietUntil: notBefore });
  const failingSince = endpoint?.failingSince;
  if (endpoint === undefined || failingSince === undefined) return;
  const pausedUntil = pauses ? pauseOf(endpoint, deps.clock.now()) : undefined;
  if (pausedUntil !== undefined) await deps.endpoints.pause(endpoint, pausedUntil);
  if ((pausedUntil ?? notBefore) !== undefined) await holdBack(deps, _id, waitsUntil);
  const failedFor = at.getTime() - failingSince.getTime();
  if (!gone && ((endpoint.failures ?? 0) < MIN_FAILURES || failedFor < TRIED_FOR_MS)) return;
  if (!(await deps.endpoints.disableFailing({ _id, failingSince }, at, gone ? 'gone' : 'failing'))) return;
  deps.log.warn({ endpoint: _id, uid: endpoint.uid }, 'an endpoint of webhooks was switched off');
}

/**
 * Moves what waits for an endpoint until `waitsUntil` to when it may be sent again, so that no lane of it is taken before only
 * to be left. For a short time that is less than moving them all.
 */
async function holdBack(
  { endpoints, lanes, clock }: WebhookDeps,
  id: string,
  waitsUntil: Date,
): Promise<void> {
  const now = clock.now();
  const heldBack = async () => heldBackUntil((await endpoints.find(id)) ?? {}, now);
  const until = await heldBack();
  if (until === undefined || !isWorthMoving(waitsUntil, until)) return;
  await lanes.postpone(id, until);
  // What ended the pause meanwhile has brought forward only what was moved before.
  if ((await heldBack()) === undefined) await lanes.resume(id, now, until);
}

/**
 * Mails the owners of endpoints that were switched off, and records it in the history of their accounts, until `signal` is
 * aborted.
 */
export async function sendSwitchOffMails(deps: WebhookDeps, signal?: AbortSignal): Promise<void> {
  const { endpoints, clock, log } = deps;
  const claim = (now: Date, until: Date) => endpoints.claimMail(now, until);
  for await (const endpoint of dueRecords(claim, { clock, leaseMs: MAIL_RETRY_MS, signal })) {
    const now = clock.now();
    try {
      await notify(deps, endpoint);
      await endpoints.mailed(endpoint);
    } catch (error) {
      log.warn(
        { err: error, uid: endpoint.uid },
        'the mail about a webhook endpoint was not sent; will retry',
      );
      const since = endpoint.disabledAt ?? now;
      if (now.getTime() - since.getTime() > MAIL_FOR_MS) await endpoints.mailed(endpoint);
    }
  }
}

async function notify(
  { users, events, mailer, publicUrl }: WebhookDeps,
  endpoint: EndpointRecord,
): Promise<void> {
  const { _id, uid, url, disabledAt = new Date(0), disabledReason } = endpoint;
  const user = await users.byUid(uid);
  // The account may be closing meanwhile.
  if (user === undefined) return;
  const key = `${_id}:${String(disabledAt.getTime())}`;
  await events.record({ uid, type: 'webhook_switched_off', detail: { host: new URL(url).host }, key });
  await mailer.send(switchedOffMail({ id: key, url, gone: disabledReason === 'gone' }, user, publicUrl));
}
