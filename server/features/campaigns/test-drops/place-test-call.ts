import { formatDateTime } from '#shared/formats.ts';
import { contactInput, type ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { assertSubscribed } from '#server/features/campaigns/assert-subscribed.ts';
import type { MessageCheck } from '#server/features/campaigns/preparation/message-check-model.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { contactsOfPayload } from '#server/features/campaigns/contact-list/contact-source.ts';
import { newCampaign } from '#server/features/campaigns/preparation/create-campaign.ts';
import {
  assertOwnVoice,
  checkedMessage,
  checkedVoice,
} from '#server/features/campaigns/preparation/draft.ts';
import { executePreparation } from '#server/features/campaigns/preparation/prepare.ts';
import { storeContacts } from '#server/features/campaigns/preparation/store-contacts.ts';
import { assertCreditsFor } from '#server/features/campaigns/quotes/quote-campaign.ts';
import { screenList, type Screening } from '#server/features/campaigns/screening/screen-list.ts';
import type { TestDropDeps } from './test-drop-deps.ts';
import { testOwnerOf } from './test-owner.ts';

/** A call to a user's own phone. */
export interface TestCall {
  user: SignedInUser;
  campaignId: string;
  name: string;
  message: string;
  messageCheck?: MessageCheck;
  voiceId: string;
  contact: ContactInput;
  /** Runs once the call is certain to be allowed, and before it can be made. */
  beforeCall?: () => Promise<void>;
}

/**
 * Places a call through a campaign of one contact that no list shows; it is charged like any other call, and not counted by
 * the limit of calls to a number. Returns the credits on hold and those left. Throws like creating a campaign, CONFLICT if the
 * phone is on a do-not-call list or cannot be called at this hour, and UNAVAILABLE while an operator has stopped all calls.
 */
export async function placeTestCall(
  { campaignsDeps: deps, callingStop, mode }: Pick<TestDropDeps, 'campaignsDeps' | 'callingStop' | 'mode'>,
  { user, campaignId, name, message, messageCheck, voiceId, contact, beforeCall }: TestCall,
): Promise<{ creditCost: number; balance: number }> {
  await assertSubscribed(deps, user.uid);
  if (await callingStop.isStopped())
    throw new AppError('UNAVAILABLE', 'Calls are stopped at the moment. Please try again later.');
  const dropDate = deps.clock.now();
  const source = contactsOfPayload([contact]);
  const checked = {
    ...(await checkedMessage(message, source)),
    ...(messageCheck && { messageCheck }),
    dropDate,
  };
  await assertOwnVoice(deps, user.uid, voiceId);
  const campaign = { ...checked, userId: user.uid, callingHours: null };
  const screening = await screenList({ ...deps, callLog: UNLIMITED }, campaign, { source });
  assertCallable(screening);
  if (mode === 'enforce') assertOpen(deps, screening, dropDate);
  await assertCreditsFor(deps, user, 1);
  const voice = await checkedVoice(deps, user.uid, voiceId);
  const { liveName: _unlisted, ...hidden } = newCampaign(
    deps,
    user,
    campaignId,
    { ...checked, ...voice, name, dropsPerMinute: null, callingHours: null },
    screening,
  );
  const test = { ...hidden, userId: testOwnerOf(user.uid) };
  if (!(await deps.campaigns.insert(test))) throw new AppError('CONFLICT', 'This test exists already.');
  const { event } = await executePreparation(deps, test, async (heartbeat) => {
    await beforeCall?.();
    return storeContacts(deps, test, { source, screening }, heartbeat);
  });
  await deps.jobs.startAt(campaignId, dropDate);
  return { creditCost: event.amount, balance: event.balance.available };
}

/** Returns the user's own phone as a contact, with the cells of `cells` for the placeholders. */
export function ownContact(phone: string, cells?: ContactInput): ContactInput {
  const own = { id: '1', first_name: 'Test', last_name: 'Call', ...cells };
  return contactInput.parse({ ...own, phone_number: phone, recommended_phone: phone });
}

const UNLIMITED = { tooOften: () => Promise.resolve(() => Promise.resolve(new Set<string>())) };

function assertCallable({ calls, skipped }: Screening): void {
  if (calls > 0) return;
  const isListed = skipped.some(({ reason }) => reason === 'do not call');
  const text = isListed ? 'This phone is on a do-not-call list.' : 'This phone has no calling hours.';
  throw new AppError('CONFLICT', text);
}

function assertOpen({ calendar }: CampaignsDeps, { windows }: Screening, now: Date): void {
  const [window = ''] = windows.keys();
  const opening = calendar.nextOpening(window, undefined, now);
  if (opening === undefined || opening <= now) return;
  const at = formatDateTime(opening.toISOString());
  throw new AppError('CONFLICT', `This phone cannot be called at this hour. It can be from ${at} (UTC).`);
}
