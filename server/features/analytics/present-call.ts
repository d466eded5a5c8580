import { lotsCost, type PriceLot } from '#shared/plans.ts';
import { renderMessage } from '#shared/messages/message-template.ts';
import type { CallAttempt, CallView } from '#shared/schemas/campaigns/call-details.ts';
import type { CampaignCounters } from '#server/features/campaigns/api.ts';
import type { SingleCall } from '#server/features/drops/api.ts';
import type { AnalyticsDeps } from './analytics-deps.ts';

/** Returns a call with what was said and what it cost. Throws `AppError` NOT_FOUND if its contact was erased meanwhile. */
export async function presentSingleCall(
  { messages, charges, clock }: Pick<AnalyticsDeps, 'messages' | 'charges' | 'clock'>,
  user: { uid: string; streamId: string },
  campaign: CampaignCounters,
  call: SingleCall,
): Promise<CallView> {
  const { position, settlement } = call;
  const { message, voiceTitle, contact } = await messages.find(user.uid, {
    id: campaign.id,
    contact: position,
  });
  const charge =
    call.status === 'success' && settlement !== undefined
      ? await charges.find(user.streamId, `deduct:${campaign.id}:${String(settlement)}`)
      : undefined;
  return {
    number: call.number,
    position,
    phone_number: call.phoneNumber,
    first_name: call.firstName,
    last_name: call.lastName,
    email: call.email,
    company_name: call.company,
    status: call.status,
    attempts: call.attempts.map(presentAttempt),
    credits: call.status === 'failed' || call.uncharged ? { least: 0, most: 0 } : creditsOf(charge?.lots),
    message: renderMessage(message, contact, saidAt(call) ?? clock.now()),
    voice_title: voiceTitle,
  };
}

/** Returns when the message was said last; undefined before. */
function saidAt({ attempts }: SingleCall): Date | undefined {
  const at = attempts.findLast((attempt) => attempt.call !== null)?.call?.at;
  return at === undefined ? undefined : new Date(at);
}

function presentAttempt({ endedAt, reasonKey, ...attempt }: SingleCall['attempts'][number]): CallAttempt {
  return {
    run: attempt.run,
    status: attempt.status,
    call: attempt.call,
    ended_at: endedAt?.toISOString() ?? null,
    reason: attempt.reason ?? null,
    reason_code: reasonKey,
    carrier_code: attempt.code ?? null,
  };
}

/** A settlement charges many calls at once, of which each costs the price of one of its lots. */
function creditsOf(lots: readonly PriceLot[] | undefined): CallView['credits'] {
  const prices = (lots ?? [])
    .filter(({ calls }) => calls > 0)
    .map(({ price }) => lotsCost([{ calls: 1, price }]));
  return prices.length === 0 ? null : { least: Math.min(...prices), most: Math.max(...prices) };
}
