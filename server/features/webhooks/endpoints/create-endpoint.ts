import { z } from 'zod';
import { MAX_WEBHOOK_ENDPOINTS, type createWebhookInput } from '#shared/schemas/webhooks.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { attemptWith } from '#server/platform/idempotency/idempotent.ts';
import { runIdempotentCall, type IdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import { undoUnlessSignedIn, type Context, type SignedInUser } from '#server/platform/trpc/context.ts';
import { checkUrl } from '#server/features/webhooks/addresses/check-url.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import { mailEndpointChange } from './changed-endpoint-mail.ts';
import { storedChoice } from './chosen-events.ts';
import { firstSecretOf, newEndpointSecret } from './endpoint-secrets.ts';
import { hostDetail, type Manager, type WithSecret } from './manage-endpoints.ts';

type NewEndpoint = z.output<typeof createWebhookInput>;

/** What is stored with a key: the secret is not. */
const created = z.object({ id: z.string() });

/**
 * Creates an endpoint once per `Idempotency-Key`; it is sent what happens from now on. Repeated, it returns the same endpoint
 * and the same secret. Throws `AppError` INVALID_INPUT or LIMIT_REACHED, and CONFLICT once that secret was replaced.
 */
export async function createEndpointOnce(
  deps: WebhookDeps,
  call: IdempotentCall & Manager & Pick<Context, 'stillSignedIn'>,
  input: NewEndpoint,
): Promise<WithSecret> {
  const { uid } = call.user;
  const { id } = await runIdempotentCall(deps, call, {
    idsSchema: created,
    resultSchema: created,
    ids: { id: newId() },
    perform: (ids) => createEndpoint(deps, call, input, ids),
    lookup: async (ids) => attemptWith((await deps.endpoints.findOwned(uid, ids.id)) && ids),
  });
  const endpoint = await deps.endpoints.findOwned(uid, id);
  const secret = endpoint && firstSecretOf(deps.secretBox, endpoint);
  if (endpoint === undefined || secret === undefined) {
    const text =
      'The endpoint of this request was deleted or given another secret since. Use a new Idempotency-Key.';
    throw new AppError('CONFLICT', text);
  }
  return { endpoint, secret };
}

async function createEndpoint(
  deps: WebhookDeps,
  { user, client, stillSignedIn }: Manager & Pick<Context, 'stillSignedIn'>,
  input: NewEndpoint,
  { id: _id }: { id: string },
): Promise<{ id: string }> {
  const url = await checkUrl(input.url, deps.rules, deps.resolve);
  await beginCursor(deps, user);
  const now = deps.clock.now();
  const { stored } = newEndpointSecret(deps.secretBox, _id, now);
  const endpoint = {
    _id,
    uid: user.uid,
    url,
    description: input.description,
    ...storedChoice(input.events),
    secrets: [stored],
    createdAt: now,
    enabledAt: now,
  };
  if (!(await deps.endpoints.insert(endpoint))) {
    const text = `You can have ${String(MAX_WEBHOOK_ENDPOINTS)} webhook endpoints. Delete one that you no longer use.`;
    throw new AppError('LIMIT_REACHED', text);
  }
  await undoUnlessSignedIn({ stillSignedIn }, () => deps.endpoints.remove(user.uid, _id));
  await deps.events.record({ uid: user.uid, type: 'webhook_created', client, detail: hostDetail(url) });
  mailEndpointChange(deps, endpoint, 'created');
  return { id: _id };
}

/** Before the first endpoint, so that nothing that happens after it is missed. */
async function beginCursor({ cursors, ledger, clock }: WebhookDeps, { uid, streamId }: SignedInUser) {
  if ((await cursors.find(uid)) !== undefined) return;
  const { version: creditVersion, available } = await ledger.balance(streamId);
  const now = clock.now();
  const from = { dueAt: now, campaignsFrom: now, suppressionsFrom: now };
  await cursors.begin({ _id: uid, streamId, ...from, creditVersion, available });
}
