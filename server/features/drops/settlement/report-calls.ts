import { callReasonKey } from '#shared/call-reasons.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import type { ContactDocument } from '#server/features/drops/contacts/contact-model.ts';
import { presentContact } from '#server/features/drops/contacts/present-contact.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import type { SettlementDocument } from './settlement-store.ts';

/** Reports the calls of a settlement to integrators, each with the result that the settlement counts; repeatable. */
export async function reportCalls(
  { callEvents, results }: Pick<DropsDeps, 'callEvents' | 'results'>,
  { id: campaignId, userId, name: campaignName }: RunnableCampaign,
  { n: settlement, contacts = [], failed }: SettlementDocument,
): Promise<void> {
  if (contacts.length === 0) return;
  const isCorrection = failed < 0;
  await callEvents.record({
    userId,
    campaignId,
    campaignName,
    settlement,
    async read() {
      const calls = await results.listByIds(contacts);
      return calls.flatMap((call) => countedCall(call, isCorrection));
    },
  });
}

/** A call that was delivered late, after this settlement had counted it as failed, is in a later one once more. */
function countedCall(call: ContactDocument, isCorrection: boolean) {
  const { status, failedBefore } = call;
  if (status !== 'success' && status !== 'failed') return [];
  const wasFailed = status === 'failed' || (failedBefore !== undefined && !isCorrection);
  const { number: _number, list: _list, earlier: _earlier, ...view } = presentContact(call);
  if (!wasFailed) return [{ delivered: true, view }];
  const reason = view.reason ?? failedBefore?.reason ?? '';
  const reason_code = view.reason_code ?? callReasonKey(failedBefore ?? {});
  return [{ delivered: false, view: { ...view, status: 'failed' as const, reason, reason_code } }];
}
