import express, { Router, type ErrorRequestHandler } from 'express';
import { z } from 'zod';
import { suppressionRef } from '#shared/schemas/calling/suppressions.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { OptOutDeps } from '#server/features/do-not-call/opt-outs/opt-out-deps.ts';
import { SIGNATURE_HEADER } from '#shared/signature-header.ts';
import { tooManyRequests } from '#server/platform/lib/too-many-requests.ts';
import { parseInput } from '#server/platform/trpc/invalid-input.ts';
import { attemptWith, type IdempotentWork } from '#server/platform/idempotency/idempotent.ts';
import { runIdempotentFor } from '#server/platform/idempotency/idempotent-call.ts';
import { signedDigest } from './check-signature.ts';

const BODY_LIMIT = '16kb';

/**
 * Returns `POST /opt-out/{token}`: puts the number of a person who called back on the user's do-not-call list. Responds
 * 200 once it is stored, 401 for a wrong signature, an old request or an unknown token, 429 after many of these and after 600
 * numbers a minute. A request counts once: a later copy gets the same response, one during the first 409.
 */
export function createOptOutWebhook(deps: OptOutDeps): Router {
  const router = Router();
  const readBody = express.raw({ type: () => true, limit: BODY_LIMIT, inflate: false });
  router.post('/opt-out/:token', readBody, async (req, res) => {
    const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
    const header = req.get(SIGNATURE_HEADER) ?? '';
    const signed = await signatureIn(deps, req.params.token, header, body);
    if (signed === undefined) throw await refused(deps, deps.clientOf(req).network);
    const { userId, digest } = signed;
    const { phone } = parseInput(suppressionRef, jsonOf(body));
    const request = { owner: userId, idempotencyKey: `opt-out ${digest}`, sent: phone };
    await runIdempotentFor(deps, request, additionOf(deps, userId, phone));
    res.json({ success: true, phone });
  });
  router.use(logRefusals(deps));
  return router;
}

/** Returns the addition of a number, which repeats after a failure: an unknown outcome may have been none. */
function additionOf(
  { doNotCall, additions }: OptOutDeps,
  userId: string,
  phone: string,
): IdempotentWork<null, { phone: string }> {
  return {
    idsSchema: z.null(),
    resultSchema: z.object({ phone: z.string() }),
    ids: null,
    async perform() {
      // Copies are not counted, so that nobody who has seen a request can use the limit up.
      const retryAfter = await additions.take(userId);
      if (retryAfter > 0) throw tooManyRequests('Too many numbers a minute.', retryAfter);
      await doNotCall.addRequested({ userId, phone, source: 'inbound call' });
      return { phone };
    },
    lookup: () => Promise.resolve(attemptWith<{ phone: string }>(undefined)),
  };
}

/** Returns the user who signed a request, and the digest that names it; undefined for a wrong signature. */
async function signatureIn(
  { webhooks, secretBox, clock }: OptOutDeps,
  token: string,
  header: string,
  body: Buffer,
): Promise<{ userId: string; digest: string } | undefined> {
  const webhook = await webhooks.byToken(token);
  if (webhook === undefined) return undefined;
  const secret = secretBox.open(webhook.secret, ownerOf(webhook._id));
  const digest = signedDigest(secret, header, body, clock.now());
  return digest === undefined ? undefined : { userId: webhook._id, digest };
}

/** Returns the owner for whom the secret of a user is encrypted. */
export function ownerOf(uid: string): string {
  return `opt-out webhook ${uid}`;
}

/** Counts a refusal. Only refused requests are counted, so that nobody can block those with a right signature. */
async function refused({ refusals }: OptOutDeps, network: string): Promise<AppError> {
  const retryAfter = await refusals.take(network);
  if (retryAfter > 0)
    return new AppError('TOO_MANY_REQUESTS', 'Too many requests with a wrong signature.', {
      retry_after: retryAfter,
    });
  return new AppError('UNAUTHENTICATED', 'The signature is wrong, or the request is older than 5 minutes.');
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    const fields = { body: 'is not valid JSON' };
    throw new AppError('INVALID_INPUT', 'The body is not valid JSON.', { fields });
  }
}

function logRefusals({ log }: OptOutDeps): ErrorRequestHandler {
  return (error: unknown, req, _res, next) => {
    if (error instanceof AppError) log.warn({ why: error.message, from: req.ip }, 'an opt-out was refused');
    next(error);
  };
}
