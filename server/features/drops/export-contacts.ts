import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { allOf, section } from '#server/platform/module/export-rows.ts';
import type { CampaignPages } from '#server/features/campaigns/api.ts';
import type { ContactStore } from './contacts/contact-store.ts';
import type { ListedContact } from './contacts/present-contact.ts';
import type { LeftOutStore } from './contacts/left-out-store.ts';
import type { ExportRow, ExportSection } from '#server/platform/module/export-section.ts';

const NAMED = ['first_name', 'last_name', 'email'] as const;
/** Cells that the first columns of the section have already, two of them by another name. */
const SHOWN: readonly string[] = [...NAMED, 'recommended_phone', 'company_name'];
const OTHER_CELLS = CONTACT_COLUMNS.map(({ field }) => field).filter((field) => !SHOWN.includes(field));
const EVIDENCE = ['called_at', 'local_time', 'zone', 'hours', 'rules', 'outside_hours'];

/** Returns the contacts of all campaigns of an account with all that is known of their calls, and those that were left out. */
export function contactSections({
  campaigns,
  contacts,
  leftOut,
}: {
  campaigns: CampaignPages;
  contacts: Pick<ContactStore, 'stream'>;
  leftOut: Pick<LeftOutStore, 'stream'>;
}): ExportSection[] {
  return [
    section(
      'contacts',
      [
        ...['campaign_id', 'campaign_name', 'phone', ...NAMED, 'company', 'result', 'reason', 'changed_at'],
        ...[...OTHER_CELLS, 'own_columns', 'reason_code', ...EVIDENCE, 'earlier_calls'],
      ],
      async function* ({ uid }) {
        for await (const { _id, name } of campaignsOf(campaigns, uid)) {
          for await (const batch of contacts.stream(_id))
            for (const contact of batch) yield { campaign_id: _id, campaign_name: name, ...rowOf(contact) };
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

function rowOf(contact: ListedContact): ExportRow {
  const { first_name, last_name, email, reason, date, custom = {}, reason_code, call, earlier } = contact;
  const others = Object.fromEntries(OTHER_CELLS.map((field) => [field, contact[field]]));
  const calls = earlier.map(({ call: evidence, ...ended }) => ({ ...evidence, ...ended }));
  return {
    phone: contact.recommended_phone,
    first_name,
    last_name,
    email,
    company: contact.company_name,
    result: contact.status,
    reason,
    changed_at: date,
    ...others,
    own_columns: JSON.stringify(custom),
    reason_code,
    called_at: call?.at ?? null,
    local_time: call?.local_time ?? null,
    zone: call?.zone ?? null,
    hours: call?.hours ?? null,
    rules: call?.rules.join('; ') ?? null,
    outside_hours: call?.outside_hours ?? null,
    earlier_calls: JSON.stringify(calls),
  };
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
