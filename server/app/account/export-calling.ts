import { allOf, iso, section } from './export-rows.ts';
import type { ExportSection } from '#server/features/account/export/export-section.ts';
import type { CallingProfiles } from '#server/features/calling/api.ts';
import type { CampaignStores } from '#server/features/campaigns/campaigns-feature.ts';
import type { createOptOutsFeature } from '#server/features/do-not-call/opt-outs/opt-outs-feature.ts';
import type { createSuppressionsFeature } from '#server/features/do-not-call/suppressions/suppressions-feature.ts';

/** The features that hold whom a user may call. */
export interface CallingFeatures {
  callingProfiles: Pick<CallingProfiles, 'find'>;
  optOuts: Pick<ReturnType<typeof createOptOutsFeature>, 'webhookOf'>;
  stores: Pick<CampaignStores, 'consents'>;
  suppressions: Pick<ReturnType<typeof createSuppressionsFeature>, 'page' | 'removals'>;
}

/** Returns what an account has set for its calls, and whom it does not call. */
export function callingSections({
  callingProfiles,
  optOuts,
  stores,
  suppressions,
}: CallingFeatures): ExportSection[] {
  return [
    section(
      'calling-profile',
      [
        ...['callback_number', 'consent_basis', 'consent_own_words', 'consent_obtained_at', 'consent_source'],
        ...['call_limit_calls', 'call_limit_days', 'test_phone'],
      ],
      async function* ({ uid }) {
        const {
          callbackNumber,
          defaultConsent: consent,
          callLimit,
          testPhone,
        } = await callingProfiles.find(uid);
        yield {
          callback_number: callbackNumber ?? null,
          consent_basis: consent?.basis ?? null,
          consent_own_words: consent?.own_words ?? null,
          consent_obtained_at: consent?.obtained_at ?? null,
          consent_source: consent?.source ?? null,
          call_limit_calls: callLimit.calls,
          call_limit_days: callLimit.days,
          test_phone: testPhone ?? null,
        };
      },
    ),
    section(
      'consents',
      [
        ...['campaign_id', 'campaign_name', 'basis', 'own_words', 'obtained_at', 'source', 'by_default'],
        ...['statement_version', 'given_at', 'network', 'via_api_key', 'contacts', 'list_digest'],
      ],
      async function* ({ uid }) {
        for await (const record of stores.consents.streamOfUser(uid)) {
          const { campaignId, campaignName, basis, own_words, obtained_at, source, network, contacts } =
            record;
          const { byDefault: by_default, statementVersion: statement_version, viaApiKey } = record;
          yield {
            ...{ campaign_id: campaignId, campaign_name: campaignName },
            ...{ basis, own_words, obtained_at, source, by_default, statement_version },
            ...{ given_at: iso(record.at), network, via_api_key: viaApiKey },
            ...{ contacts, list_digest: record.listDigest },
          };
        }
      },
    ),
    section(
      'do-not-call',
      ['phone', 'source', 'campaign_name', 'reason', 'added_at'],
      async function* ({ uid }) {
        const list = allOf(
          (range) => suppressions.page(uid, { digits: '', ...range }),
          ({ at, phone }) => ({ at, key: phone }),
        );
        for await (const { phone, source, campaignName, reason = null, at } of list)
          yield { phone, source, campaign_name: campaignName ?? null, reason, added_at: iso(at) };
      },
    ),
    section(
      'do-not-call-removals',
      ['phone', 'source', 'added_at', 'removed_at', 'by', 'network', 'reason'],
      async function* ({ uid }) {
        const list = allOf(
          (range) => suppressions.removals(uid, range),
          ({ at, _id }) => ({ at, key: _id }),
        );
        for await (const { phone, source, addedAt, at, viaApiKey, network, reason = null } of list) {
          const times = { added_at: iso(addedAt), removed_at: iso(at) };
          yield { phone, source, ...times, by: viaApiKey ? 'API key' : 'session', network, reason };
        }
      },
    ),
    section('opt-out-webhook', ['renewed_at'], async function* ({ uid }) {
      const webhook = await optOuts.webhookOf(uid);
      if (webhook !== undefined) yield { renewed_at: iso(webhook.renewedAt) };
    }),
  ];
}
