import { randomInt } from 'node:crypto';
import { MINUTE_MS } from '#shared/time-units.ts';
import { TEST_CODE_MINUTES } from '#shared/schemas/campaigns/test-drops.ts';
import { invalidField } from '#server/platform/lib/errors.ts';
import { hashSecret, newId } from '#server/platform/lib/secrets/ids.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { ownContact, placeTestCall } from './place-test-call.ts';
import type { TestDropDeps } from './test-drop-deps.ts';

const MAX_TRIES = 5;

/**
 * Calls a phone and speaks a code; returns until when it can be entered. Throws like `placeTestCall`, and INVALID_INPUT for a
 * number that is in no state or province, as a call to one abroad or to a premium number may be dear.
 */
export async function callTestPhone(
  deps: TestDropDeps,
  { user, phone, voiceId }: { user: SignedInUser; phone: string; voiceId: string },
): Promise<Date> {
  const { campaignsDeps, testPhones, limits, places } = deps;
  if (places.ofNumber(phone).states.length === 0)
    throw invalidField('phone', 'This is not a phone in the US or Canada.');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(campaignsDeps.clock.now().getTime() + TEST_CODE_MINUTES * MINUTE_MS);
  return limits.code(user.uid, phone, async () => {
    await placeTestCall(deps, {
      user,
      voiceId,
      campaignId: newId(),
      name: 'Phone confirmation',
      message: messageWith(code),
      contact: ownContact(phone),
    });
    await testPhones.put({ _id: user.uid, phone, codeHash: hashOf(user.uid, code), expiresAt, tries: 0 });
    return expiresAt;
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
