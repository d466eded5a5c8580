import type { z } from 'zod';
import {
  MAX_WEBHOOK_ENDPOINTS,
  type createWebhookInput,
  type updateWebhookInput,
} from '#shared/schemas/webhooks.ts';
import { AppError, notFound, unauthenticated } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import type { Client, SignedInUser } from '#server/trpc/context.ts';
import { checkUrl } from '#server/webhooks/addresses/check-url.ts';
import type { WebhookDeps } from '#server/webhooks/webhook-deps.ts';
import { newEndpointSecret, rotated } from './endpoint-secrets.ts';
import type { EndpointRecord } from './endpoint-store.ts';
import { laterEvents } from './taken-since.ts';

/** Who manages endpoints, and from where. */
export interface Manager {
  user: SignedInUser;
  client: Client;
}

/** An endpoint with a secret that is shown once. */
interface WithSecret {
  endpoint: EndpointRecord;
  secret: string;
}

/** Creates an endpoint, which is sent what happens from now on. Throws `AppError` INVALID_INPUT or LIMIT_REACHED. */
export async function createEndpoint(
  deps: WebhookDeps,
  { user, client }: Manager,
  input: z.output<typeof createWebhookInput>,
): Promise<WithSecret> {
  const url = await checkUrl(input.url, deps.rules, deps.resolve);
  await beginCursor(deps, user);
  const _id = newId();
  const now = deps.clock.now();
  const { secret, stored } = newEndpointSecret(deps.secretBox, _id, now);
  const endpoint = {
    ...{ _id, uid: user.uid, url, description: input.description, events: input.events },
    ...{ secrets: [stored], createdAt: now, enabledAt: now },
  };
  if (!(await deps.endpoints.insert(endpoint))) {
    const text = `You can have ${String(MAX_WEBHOOK_ENDPOINTS)} webhook endpoints. Delete one that you no longer use.`;
    throw new AppError('LIMIT_REACHED', text);
  }
  // Closing the account deletes all endpoints: either it finds this one, or this check fails.
  if ((await deps.users.byUid(user.uid)) === undefined) {
    await deps.endpoints.remove(user.uid, _id);
    throw unauthenticated();
  }
  await deps.events.record({ uid: user.uid, type: 'webhook_created', client, detail: hostDetail(url) });
  return { endpoint: { ...endpoint, slot: 0 }, secret };
}

/** Before the first endpoint, so that nothing that happens after it is missed. */
async function beginCursor({ cursors, ledger, clock }: WebhookDeps, { uid, streamId }: SignedInUser) {
  if ((await cursors.find(uid)) !== undefined) return;
  const { version: creditVersion, available } = await ledger.balance(streamId);
  const now = clock.now();
  const from = { dueAt: now, campaignsFrom: now, suppressionsFrom: now };
  await cursors.begin({ _id: uid, streamId, ...from, creditVersion, available });
}

/** Changes an endpoint; switching it on sends what waits. Throws `AppError` NOT_FOUND or INVALID_INPUT. */
export async function updateEndpoint(
  deps: WebhookDeps,
  { user: { uid }, client }: Manager,
  { id, enabled, url: given, ...rest }: z.output<typeof updateWebhookInput>,
): Promise<EndpointRecord> {
  const before = await ownedEndpoint(deps, uid, id);
  const url = given === undefined ? undefined : await checkUrl(given, deps.rules, deps.resolve);
  const { description, events } = rest;
  const changed = await deps.endpoints.change(uid, id, {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(events !== undefined && { events, later: laterEvents(before, events, deps.clock.now()) }),
  });
  if (changed === undefined) throw notFound('Webhook');
  if (enabled !== undefined) await setEnabled(deps, before, enabled);
  await deps.events.record({ uid, type: 'webhook_changed', client, detail: hostDetail(changed.url) });
  return ownedEndpoint(deps, uid, id);
}

async function setEnabled(
  { endpoints, deliveries, lanes, clock }: WebhookDeps,
  { _id, uid }: EndpointRecord,
  enabled: boolean,
): Promise<void> {
  const now = clock.now();
  if (!enabled) {
    await endpoints.disable(uid, _id, now);
    return;
  }
  await endpoints.enable(uid, _id, now);
  // Also where it was on: a process may have died before these steps.
  await deliveries.restart(_id, now);
  await lanes.restart(_id, now);
}

/** Replaces the secret; the one before signs for 24 more hours. Throws `AppError` NOT_FOUND or CONFLICT. */
export async function rotateSecret(
  deps: WebhookDeps,
  { user: { uid }, client }: Manager,
  id: string,
): Promise<WithSecret> {
  const endpoint = await ownedEndpoint(deps, uid, id);
  const { secret, stored } = newEndpointSecret(deps.secretBox, id, deps.clock.now());
  const changed = await deps.endpoints.replaceSecrets(endpoint, rotated(endpoint.secrets, stored));
  if (changed === undefined)
    throw new AppError('CONFLICT', 'The secret was changed in the meantime. Please try again.');
  await deps.events.record({ uid, type: 'webhook_secret_changed', client, detail: hostDetail(changed.url) });
  return { endpoint: changed, secret };
}

/** Deletes an endpoint with what it was not sent yet, and its log. Throws `AppError` NOT_FOUND. */
export async function deleteEndpoint(
  deps: WebhookDeps,
  { user: { uid }, client }: Manager,
  id: string,
): Promise<void> {
  const endpoint = await ownedEndpoint(deps, uid, id);
  await deps.endpoints.remove(uid, id);
  await deps.lanes.removeOf(id);
  await deps.deliveries.removeOf(id);
  await deps.events.record({ uid, type: 'webhook_deleted', client, detail: hostDetail(endpoint.url) });
}

/** Returns an endpoint of the user. Throws `AppError` NOT_FOUND. */
export async function ownedEndpoint(
  { endpoints }: Pick<WebhookDeps, 'endpoints'>,
  uid: string,
  id: string,
): Promise<EndpointRecord> {
  const endpoint = await endpoints.findOwned(uid, id);
  if (endpoint === undefined) throw notFound('Webhook');
  return endpoint;
}

/** The path and the query of a URL may hold a secret. */
function hostDetail(url: string): { host: string } {
  return { host: new URL(url).host };
}
