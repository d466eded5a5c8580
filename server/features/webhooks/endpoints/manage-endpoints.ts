import type { z } from 'zod';
import type { updateWebhookInput } from '#shared/schemas/webhooks.ts';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import type { Client, SignedInUser } from '#server/platform/trpc/context.ts';
import { checkUrl } from '#server/features/webhooks/addresses/check-url.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { mailEndpointChange } from './changed-endpoint-mail.ts';
import { storedChoice } from './chosen-events.ts';
import { newEndpointSecret, rotated } from './endpoint-secrets.ts';
import type { EndpointRecord } from './endpoint-store.ts';
import { laterEvents } from './taken-since.ts';

/** Who manages endpoints, and from where. */
export interface Manager {
  user: SignedInUser;
  client: Client;
}

/** An endpoint with a secret that is shown once. */
export interface WithSecret {
  endpoint: EndpointRecord;
  secret: string;
}

/** Changes an endpoint; switching it on, or giving it another URL, sends what waits. Throws `AppError` NOT_FOUND or INVALID_INPUT. */
export async function updateEndpoint(
  deps: WebhookDeps,
  { user: { uid }, client }: Manager,
  { id, enabled, url: given, ...rest }: z.output<typeof updateWebhookInput>,
): Promise<EndpointRecord> {
  const before = await ownedEndpoint(deps, uid, id);
  const url = given === undefined ? undefined : await checkUrl(given, deps.rules, deps.resolve);
  const { description } = rest;
  const choice = rest.events && storedChoice(rest.events);
  const changes = {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(choice && { ...choice, later: laterEvents(before, choice.events, deps.clock.now()) }),
  };
  const isMoved = url !== undefined && url !== before.url;
  const changed = await deps.endpoints.change(uid, id, changes, { isMoved });
  if (changed === undefined) throw notFound('Webhook');
  // What failed at the other URL has not been tried at this one.
  if (isMoved) await sendWaiting(deps, id);
  if (enabled !== undefined) await setEnabled(deps, before, enabled);
  await deps.events.record({ uid, type: 'webhook_changed', client, detail: hostDetail(changed.url) });
  mailEndpointChange(deps, changed, changed.url === before.url ? 'changed' : 'moved');
  return ownedEndpoint(deps, uid, id);
}

async function setEnabled(deps: WebhookDeps, { _id, uid }: EndpointRecord, enabled: boolean): Promise<void> {
  const now = deps.clock.now();
  if (!enabled) {
    await deps.endpoints.disable(uid, _id, now);
    return;
  }
  await deps.endpoints.enable(uid, _id, now);
  // Also where it was on: a process may have died before this step.
  await sendWaiting(deps, _id);
}

async function sendWaiting({ deliveries, lanes, clock }: WebhookDeps, id: string): Promise<void> {
  const now = clock.now();
  await deliveries.restart(id, now);
  await lanes.restart(id, now);
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
  mailEndpointChange(deps, changed, 'secret');
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

/** Returns what the history of an account says of a URL: its path and query may hold a secret. */
export function hostDetail(url: string): { host: string } {
  return { host: new URL(url).host };
}
