import type { z } from 'zod';
import { cursorAfter } from '#shared/schemas/list-cursor.ts';
import {
  createWebhookInput,
  deletedWebhookOutput,
  deliveriesInput,
  deliveriesOutput,
  deliveryOutput,
  deliveryRef,
  queuedDeliveryOutput,
  replayInput,
  replayOutput,
  updateWebhookInput,
  webhookOutput,
  webhookRef,
  webhookSecretOutput,
  webhooksOutput,
} from '#shared/schemas/webhooks.ts';
import { readPage } from '#server/platform/lib/list-page.ts';
import { protectedProcedure, recentSession, router } from '#server/platform/trpc/trpc.ts';
import { wholeList } from '#server/platform/trpc/whole-list.ts';
import { textOf } from './delivery/deliver-lane.ts';
import { replayOnce } from './delivery/replay.ts';
import { sendAgainOnce, sendTest, storedDelivery } from './delivery/send-again.ts';
import { createEndpointOnce } from './endpoints/create-endpoint.ts';
import { deleteEndpoint, ownedEndpoint, rotateSecret, updateEndpoint } from './endpoints/manage-endpoints.ts';
import { presentAttempts, presentDelivery, presentEndpoint } from './present-webhooks.ts';
import type { WebhookDeps } from './webhook-deps.ts';

const PATH = '/api/webhooks/';
const ONE = `${PATH}{id}/`;
const DELIVERIES = `${ONE}deliveries/`;

/** Procedures on the caller's webhook endpoints and their deliveries. */
export function createWebhooksRouter(deps: WebhookDeps) {
  return router({ ...endpointProcedures(deps), ...deliveryProcedures(deps) });
}

/**
 * A procedure on one of the caller's endpoints. Responds 401, then 404, and validates the rest of the input only afterwards.
 */
function createEndpointProcedure(deps: WebhookDeps) {
  return protectedProcedure.input(webhookRef).use(async ({ ctx, input, next }) => {
    await ownedEndpoint(deps, ctx.user.uid, input.id);
    return next();
  });
}

/** What is sent where, and who can sign it, is changed by somebody who has just shown who they are, or with an API key. */
const NEEDS_PROOF = 'REAUTHENTICATION_REQUIRED';

function endpointProcedures(deps: WebhookDeps) {
  const { endpoints, clock } = deps;
  const endpointProcedure = createEndpointProcedure(deps);
  const changeProcedure = endpointProcedure.use(recentSession);
  return {
    list: protectedProcedure
      .meta({
        rest: { method: 'GET', path: PATH, summary: 'The webhook endpoints', ...wholeList(webhooksOutput) },
      })
      .output(webhooksOutput)
      .query(async ({ ctx: { user } }) => {
        const found = await endpoints.ofUser(user.uid);
        return { webhooks: found.map((endpoint) => presentEndpoint(endpoint, clock.now())) };
      }),

    get: endpointProcedure
      .meta({ rest: { method: 'GET', path: ONE, summary: 'One webhook endpoint' } })
      .output(webhookOutput)
      .query(async ({ ctx: { user }, input: { id } }) => ({
        webhook: presentEndpoint(await ownedEndpoint(deps, user.uid, id), clock.now()),
      })),

    /** Creates an endpoint and returns its secret, which only the same request with its key returns again. */
    create: protectedProcedure
      .use(recentSession)
      .meta({
        rest: {
          method: 'POST',
          path: PATH,
          status: 201,
          summary: 'Create a webhook endpoint',
          idempotent: true,
          errors: ['LIMIT_REACHED', NEEDS_PROOF],
        },
      })
      .input(createWebhookInput)
      .output(webhookSecretOutput)
      .mutation(async ({ ctx, input }) => {
        const { endpoint, secret } = await createEndpointOnce(deps, ctx, input);
        return { webhook: presentEndpoint(endpoint, clock.now()), secret };
      }),

    update: changeProcedure
      .meta({
        rest: {
          method: 'PUT',
          path: ONE,
          summary: 'Change a webhook endpoint, or switch it on or off',
          errors: [NEEDS_PROOF],
        },
      })
      .input(updateWebhookInput)
      .output(webhookOutput)
      .mutation(async ({ ctx, input }) => ({
        webhook: presentEndpoint(await updateEndpoint(deps, ctx, input), clock.now()),
      })),

    delete: endpointProcedure
      .meta({ rest: { method: 'DELETE', path: ONE, summary: 'Delete a webhook endpoint and its log' } })
      .input(webhookRef.strict())
      .output(deletedWebhookOutput)
      .mutation(async ({ ctx, input: { id } }) => {
        await deleteEndpoint(deps, ctx, id);
        return { success: true };
      }),

    /** Replaces the secret and returns the new one, which cannot be read again. */
    rotateSecret: changeProcedure
      .meta({
        rest: {
          method: 'POST',
          path: `${ONE}rotate-secret/`,
          summary: 'Replace the secret of a webhook endpoint; the old one signs too for 24 hours',
          errors: ['CONFLICT', NEEDS_PROOF],
        },
      })
      .input(webhookRef.strict())
      .output(webhookSecretOutput)
      .mutation(async ({ ctx, input: { id } }) => {
        const { endpoint, secret } = await rotateSecret(deps, ctx, id);
        return { webhook: presentEndpoint(endpoint, clock.now()), secret };
      }),

    sendTest: endpointProcedure
      .meta({
        rest: {
          method: 'POST',
          path: `${ONE}test/`,
          status: 202,
          summary: 'Send a test event to an endpoint',
          errors: ['CONFLICT'],
        },
      })
      .input(webhookRef.strict())
      .output(queuedDeliveryOutput)
      .mutation(async ({ ctx: { user }, input: { id } }) => ({
        success: true,
        delivery: presentDelivery(await sendTest(deps, user.uid, id)),
      })),
  };
}

function deliveryProcedures(deps: WebhookDeps) {
  const endpointProcedure = createEndpointProcedure(deps);
  return {
    deliveries: endpointProcedure
      .meta({
        rest: {
          method: 'GET',
          path: DELIVERIES,
          summary: 'A page of the deliveries of a webhook endpoint, newest first',
          nextCursor: ({ next }: z.infer<typeof deliveriesOutput>) => next,
        },
      })
      .input(deliveriesInput)
      .output(deliveriesOutput)
      .query(async ({ input: { id, status, cursor, limit } }) => {
        const { rows, next } = await readPage(
          limit,
          (wanted) => deps.deliveries.page(id, { status, after: cursor ?? undefined, limit: wanted }),
          ({ createdAt, _id }) => cursorAfter({ at: createdAt, key: _id }),
        );
        return { deliveries: rows.map(presentDelivery), next };
      }),

    delivery: endpointProcedure
      .meta({
        rest: {
          method: 'GET',
          path: `${DELIVERIES}{delivery}/`,
          summary: 'A delivery, with its body and attempts',
        },
      })
      .input(deliveryRef)
      .output(deliveryOutput)
      .query(async ({ input: { id, delivery: deliveryId } }) => {
        const delivery = await storedDelivery(deps, id, deliveryId);
        const body = delivery.body === undefined ? null : await textOf(delivery.body);
        return {
          delivery: { ...presentDelivery(delivery), body, recent_attempts: presentAttempts(delivery) },
        };
      }),

    resend: endpointProcedure
      .meta({
        rest: {
          method: 'POST',
          path: `${DELIVERIES}{delivery}/resend/`,
          status: 202,
          summary: 'Send a delivery again, with the same event id',
          idempotent: true,
          errors: ['CONFLICT'],
        },
      })
      .input(deliveryRef.strict())
      .output(queuedDeliveryOutput)
      .mutation(async ({ ctx, input }) => ({
        success: true,
        delivery: presentDelivery(await sendAgainOnce(deps, ctx, input)),
      })),

    replay: endpointProcedure
      .meta({
        rest: {
          method: 'POST',
          path: `${ONE}replay/`,
          status: 202,
          summary: 'Send the deliveries of a time again, with the same event ids',
          idempotent: true,
          errors: ['CONFLICT'],
        },
      })
      .input(replayInput)
      .output(replayOutput)
      .mutation(async ({ ctx, input }) => ({ success: true, ...(await replayOnce(deps, ctx, input)) })),
  };
}
