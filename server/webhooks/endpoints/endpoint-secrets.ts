import { OLD_SECRET_HOURS, WEBHOOK_SECRET_PREFIX } from '#shared/schemas/webhooks.ts';
import { newSecret } from '#server/lib/ids.ts';
import type { SecretBox } from '#server/lib/secret-box.ts';
import type { WebhookDeps } from '#server/webhooks/webhook-deps.ts';
import type { EndpointRecord, EndpointSecret } from './endpoint-store.ts';

const HOUR_MS = 3_600_000;
const BATCH = 100;

/** Returns a new secret of an endpoint, and the form in which it is stored. */
export function newEndpointSecret(
  secretBox: SecretBox,
  endpointId: string,
  since: Date,
): { secret: string; stored: EndpointSecret } {
  const secret = `${WEBHOOK_SECRET_PREFIX}${newSecret()}`;
  return { secret, stored: { sealed: secretBox.seal(secret, ownerOf(endpointId)), since } };
}

/** Returns the stored secrets after a change: the new one signs from now, the one before for 24 more hours. */
export function rotated([current]: readonly EndpointSecret[], next: EndpointSecret): EndpointSecret[] {
  if (current === undefined) return [next];
  const until = new Date(next.since.getTime() + OLD_SECRET_HOURS * HOUR_MS);
  return [next, { sealed: current.sealed, since: current.since, until }];
}

/** Returns the secrets that sign now, the newest first. */
export function secretsOf(
  secretBox: SecretBox,
  { _id, secrets }: Pick<EndpointRecord, '_id' | 'secrets'>,
  now: Date,
): string[] {
  const valid = secrets.filter(({ until }) => until === undefined || until > now);
  return valid.map(({ sealed }) => secretBox.open(sealed, ownerOf(_id)));
}

/** Encrypts with the newest secret what an older one of the key ring encrypted, so that the older one can be removed. */
export async function resealEndpoints({
  endpoints,
  secretBox,
}: Pick<WebhookDeps, 'endpoints' | 'secretBox'>): Promise<void> {
  for (const prefix of secretBox.olderPrefixes) {
    for (;;) {
      const found = await endpoints.sealedWith(prefix, BATCH);
      if (found.length === 0) break;
      for (const endpoint of found) {
        const owner = ownerOf(endpoint._id);
        const secrets = endpoint.secrets.map((one) => ({
          ...one,
          sealed: secretBox.seal(secretBox.open(one.sealed, owner), owner),
        }));
        await endpoints.replaceSecrets(endpoint, secrets);
      }
    }
  }
}

/** Returns the owner for whom the secrets of an endpoint are encrypted. */
function ownerOf(endpointId: string): string {
  return `webhook endpoint ${endpointId}`;
}
