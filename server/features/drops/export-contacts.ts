import { allOf, iso, section } from '#server/platform/module/export-rows.ts';
import type { CampaignPages } from '#server/features/campaigns/api.ts';
import type { DropStatistics } from './api.ts';
import type { LeftOutStore } from './contacts/left-out-store.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';

/** Returns the contacts of all campaigns of an account, and those that were left out. */
export function contactSections({
  campaigns,
  streamCalls,
  leftOut,
}: {
  campaigns: CampaignPages;
  streamCalls: DropStatistics['streamCalls'];
  leftOut: Pick<LeftOutStore, 'stream'>;
}): ExportSection[] {
  return [
    section(
      'contacts',
      [
        ...['campaign_id', 'campaign_name', 'phone', 'first_name', 'last_name', 'email', 'company'],
        ...['result', 'reason', 'changed_at'],
      ],
      async function* ({ uid }) {
        for await (const { _id, name } of campaignsOf(campaigns, uid)) {
          for await (const calls of streamCalls(_id)) {
            for (const call of calls) {
              const { phoneNumber: phone, firstName, lastName, email, company, status: result } = call;
              const person = { phone, first_name: firstName, last_name: lastName, email, company };
              const outcome = { result, reason: call.reason ?? null, changed_at: iso(call.changedAt) };
              yield { campaign_id: _id, campaign_name: name, ...person, ...outcome };
            }
          }
        }
      },
    ),
    section(
      'left-out-contacts',
      ['campaign_id', 'campaign_name', 'line', 'phone', 'name', 'reason'],
      ({ uid }) => leftOutOf(leftOut, campaignsOf(campaigns, uid)),
    ),
  ];
}

function campaignsOf(campaigns: CampaignPages, uid: string) {
  return allOf(
    (range) => campaigns.page(uid, range),
    ({ dropDate, _id }) => ({ at: dropDate, key: _id }),
  );
}

async function* leftOutOf(
  leftOut: Pick<LeftOutStore, 'stream'>,
  campaigns: AsyncIterable<{ _id: string; name: string }>,
) {
  for await (const { _id: campaign_id, name: campaign_name } of campaigns) {
    for await (const contacts of leftOut.stream(campaign_id)) {
      for (const { line, phone, name, reason } of contacts)
        yield { campaign_id, campaign_name, line, phone, name, reason };
    }
  }
}
