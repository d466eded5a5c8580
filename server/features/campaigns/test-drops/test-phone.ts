import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { MINUTE_MS } from '#shared/time-units.ts';
import {
  TEST_CODE_MINUTES,
  testPhoneOutput,
  type testPhoneInput,
} from '#shared/schemas/campaigns/test-drops.ts';
import { runIdempotentCall, type IdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';
import { invalidField } from '#server/platform/lib/errors.ts';
import { hashSecret, newId } from '#server/platform/lib/secrets/ids.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { byCampaign, testCallIds } from './idempotent-test-call.ts';
import { ownContact, placeTestCall } from './place-test-call.ts';
import type { TestDropDeps } from './test-drop-deps.ts';

const MAX_TRIES = 5;

const codeCallIds = testCallIds.extend({ expiresAt: z.string() });

/** A request to call a phone of the user, who may repeat it. */
interface CodeRequest extends IdempotentCall {
  user: SignedInUser;
  input: z.output<typeof testPhoneInput>;
}

/**
 * Calls a phone and speaks a code; returns until when it can be entered. Throws like `placeTestCall`, and INVALID_INPUT for a
 * number that is in no state or province, as a call to one abroad or to a premium number may be dear.
 */
export function callTestPhone(
  deps: TestDropDeps,
  request: CodeRequest,
): Promise<z.output<typeof testPhoneOutput>> {
  const { campaignsDeps, limits } = deps;
  const { user, input } = request;
  const expiresAt = new Date(campaignsDeps.clock.now().getTime() + TEST_CODE_MINUTES * MINUTE_MS);
  const resultOf = (ids: z.output<typeof codeCallIds>) =>
    ({ success: true, phone: input.phone, expires_at: ids.expiresAt }) as const;
  return runIdempotentCall(campaignsDeps, request, {
    idsSchema: codeCallIds,
    resultSchema: testPhoneOutput,
    ids: { campaignId: newId(), expiresAt: expiresAt.toISOString() },
    async perform(ids) {
      assertInUsOrCanada(deps, input.phone);
      await limits.code(user.uid, input.phone, () => speakCode(deps, request, ids));
      return resultOf(ids);
    },
    ...byCampaign(campaignsDeps, (_campaign, ids: z.output<typeof codeCallIds>) => resultOf(ids)),
  });
}

function assertInUsOrCanada({ places }: TestDropDeps, phone: string): void {
  if (places.ofNumber(phone).states.length === 0)
    throw invalidField('phone', 'This is not a phone in the US or Canada.');
}

async function speakCode(
  deps: TestDropDeps,
  { user, input: { phone, voice_id: voiceId } }: CodeRequest,
  { campaignId, expiresAt }: z.output<typeof codeCallIds>,
): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const waiting = { _id: user.uid, phone, codeHash: hashOf(user.uid, code), tries: 0 };
  await placeTestCall(deps, {
    user,
    voiceId,
    campaignId,
    name: 'Phone confirmation',
    message: messageWith(code),
    contact: ownContact(phone),
    // A code that is spoken can be entered, also if this process dies right after it has the call made.
    beforeCall: () => deps.testPhones.put({ ...waiting, expiresAt: new Date(expiresAt) }),
  });
}

function messageWith(code: string): string {
  const spoken = Array.from(code).join(', ');
  return `Hello, this is Hark. The code to confirm this phone is ${spoken}. Again: ${spoken}. If you did not ask for it, you need not do anything.`;
}

function hashOf(uid: string, code: string): string {
  return hashSecret(`${uid} ${code}`);
}

/** Stores a phone as the user's own; returns it. Throws INVALID_INPUT for a wrong code, or after five of them. */
export async function confirmTestPhone(
  { campaignsDeps, testPhones, profiles }: TestDropDeps,
  uid: string,
  code: string,
): Promise<string> {
  const waiting = await testPhones.countTry(uid, campaignsDeps.clock.now(), MAX_TRIES);
  if (waiting === undefined)
    throw invalidField('code', 'This code can no longer be used. Please have a new one spoken.');
  if (waiting.codeHash !== hashOf(uid, code))
    throw invalidField('code', 'This is not the code that was spoken.');
  await profiles.setTestPhone(uid, waiting.phone);
  await testPhones.erase(uid);
  return waiting.phone;
}
