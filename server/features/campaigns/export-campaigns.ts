import { allOf, iso, section } from '#server/platform/module/export-rows.ts';
import type { ConsentStore } from './consent/consent-store.ts';
import type { DraftStore } from './drafts/draft-store.ts';
import type { OverviewStore } from './overview/overview-store.ts';
import type { ExportSection } from '#server/platform/module/export-section.ts';

/** Returns the campaigns of an account, the unfinished ones and what was confirmed about lists. */
export function campaignSections({
  overview,
  drafts,
  consents,
}: {
  overview: Pick<OverviewStore, 'page'>;
  drafts: Pick<DraftStore, 'ofUser'>;
  consents: Pick<ConsentStore, 'streamOfUser'>;
}): ExportSection[] {
  return [
    section(
      'campaigns',
      [
        ...['id', 'name', 'description', 'status', 'drop_date', 'created_at', 'message', 'voice'],
        ...['total', 'delivered', 'failed'],
      ],
      async function* ({ uid }) {
        for await (const campaign of campaignsOf(overview, uid)) {
          const { _id: id, name, description = '', status, message, voiceTitle: voice } = campaign;
          const { total, delivered, failed } = campaign;
          const times = { drop_date: iso(campaign.dropDate), created_at: iso(campaign.createdAt) };
          yield { id, name, description, status, ...times, message, voice, total, delivered, failed };
        }
      },
    ),
    section(
      'unfinished-campaign',
      ['name', 'description', 'message', 'file', 'saved_at'],
      async function* ({ uid }) {
        for (const { content, savedAt } of await drafts.ofUser(uid)) {
          const { name, description, message } = content.form;
          yield { name, description, message, file: content.file?.name ?? null, saved_at: iso(savedAt) };
        }
      },
    ),
    section(
      'consents',
      [
        ...['campaign_id', 'campaign_name', 'basis', 'own_words', 'obtained_at', 'source', 'by_default'],
        ...['statement_version', 'given_at', 'network', 'via_api_key', 'contacts', 'list_digest'],
      ],
      async function* ({ uid }) {
        for await (const record of consents.streamOfUser(uid)) {
          const { campaignId, campaignName, basis, own_words, obtained_at, source, network, contacts } =
            record;
          const { byDefault: by_default, statementVersion: statement_version, viaApiKey } = record;
          yield {
            campaign_id: campaignId,
            campaign_name: campaignName,
            basis,
            own_words,
            obtained_at,
            source,
            by_default,
            statement_version,
            given_at: iso(record.at),
            network,
            via_api_key: viaApiKey,
            contacts,
            list_digest: record.listDigest,
          };
        }
      },
    ),
  ];
}

/** Yields the campaigns of a user, the latest date first. */
function campaignsOf(overview: Pick<OverviewStore, 'page'>, uid: string) {
  return allOf(
    (range) => overview.page(uid, range),
    ({ dropDate, _id }) => ({ at: dropDate, key: _id }),
  );
}
