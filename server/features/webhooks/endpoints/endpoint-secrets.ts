import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '#shared/time-units.ts';
import { OLD_SECRET_HOURS, WEBHOOK_SECRET_PREFIX } from '#shared/schemas/webhooks.ts';
import { resealAll } from '#server/platform/lib/secrets/reseal-all.ts';
import type { SecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import type { EndpointRecord, EndpointSecret } from './endpoint-store.ts';

/** Standard Webhooks wants 24 to 64. */
const KEY_BYTES = 32;
/** The new one and the one before. */
const MAX_SECRETS = 2;

/** Returns a new secret of an endpoint, and the form in which it is stored. */
export function newEndpointSecret(
  secretBox: SecretBox,
  endpointId: string,
  since: Date,
): { secret: string; stored: EndpointSecret } {
  const secret = `${WEBHOOK_SECRET_PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`;
  return { secret, stored: { sealed: secretBox.seal(secret, ownerOf(endpointId)), since } };
}

/**
 * Returns the stored secrets after a change: the new one signs from now, the one before for 24 more hours. An older one
 * signs no more.
 */
export function rotated([current]: readonly EndpointSecret[], next: EndpointSecret): EndpointSecret[] {
  if (current === undefined) return [next];
  const until = new Date(next.since.getTime() + OLD_SECRET_HOURS * HOUR_MS);
  return [next, { sealed: current.sealed, since: current.since, until }];
}

/** Returns the secret that an endpoint was created with; undefined once it was replaced. */
export function firstSecretOf(
  secretBox: SecretBox,
  { _id, secrets: [current], createdAt }: Pick<EndpointRecord, '_id' | 'secrets' | 'createdAt'>,
): string | undefined {
  if (current?.since.getTime() !== createdAt.getTime()) return undefined;
  return secretBox.open(current.sealed, ownerOf(_id));
}

/** Returns the secrets that sign now, at most two, the newest first; an earlier version of Hark stored more. */
export function secretsOf(
  secretBox: SecretBox,
  { _id, secrets }: Pick<EndpointRecord, '_id' | 'secrets'>,
  now: Date,
): string[] {
  const newest = signing({ secrets }, now).slice(0, MAX_SECRETS);
  return newest.map(({ sealed }) => secretBox.open(sealed, ownerOf(_id)));
}

function signing({ secrets }: Pick<EndpointRecord, 'secrets'>, now: Date): EndpointSecret[] {
  return secrets.filter(({ until }) => until === undefined || until > now);
}

/** Encrypts with the newest secret what an older one of the key ring encrypted, until `signal` is aborted. */
export function resealEndpoints(
  { endpoints, secretBox, clock }: Pick<WebhookDeps, 'endpoints' | 'secretBox' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const sealed = {
    sealedWith: (prefix: string, limit: number) => endpoints.sealedWith(prefix, limit),
    reseal(endpoint: EndpointRecord) {
      const owner = ownerOf(endpoint._id);
      // One that signs no more may be of a key that is gone: it would stop this for all others.
      const secrets = signing(endpoint, clock.now()).map((one) => ({
        ...one,
        sealed: secretBox.seal(secretBox.open(one.sealed, owner), owner),
      }));
      return endpoints.replaceSecrets(endpoint, secrets);
    },
  };
  return resealAll(secretBox, sealed, signal);
}

/** Returns the owner for whom the secrets of an endpoint are encrypted. */
function ownerOf(endpointId: string): string {
  return `webhook endpoint ${endpointId}`;
}
