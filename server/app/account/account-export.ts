import type { Connection } from 'mongoose';
import { NO_BUSINESS_DETAILS } from '#shared/schemas/calling/business-details.ts';
import type { createAccountEventsFeature } from '#server/features/account/events/account-events-feature.ts';
import { callingSections, type CallingFeatures } from './export-calling.ts';
import { listSections, type ListFeatures } from './export-lists.ts';
import { allOf, iso, section } from './export-rows.ts';
import { createAccountExportFeature } from '#server/features/account/export/account-export-feature.ts';
import type { ExportOptions } from '#server/features/account/export/export-deps.ts';
import type { ExportFile, ExportSection } from '#server/features/account/export/export-section.ts';
import type { createApiKeysFeature } from '#server/features/auth/api-keys/api-keys-feature.ts';
import type { Users } from '#server/features/auth/api.ts';
import type { UserSessions } from '#server/platform/http/sessions/user-sessions.ts';
import type { createAuthFeature } from '#server/features/auth/auth-feature.ts';
import type { createBillingFeature } from '#server/features/billing/billing-feature.ts';
import type { CampaignStores } from '#server/features/campaigns/campaigns-feature.ts';
import type { createCreditsFeature } from '#server/features/credits/credits-feature.ts';
import { presentEvent } from '#server/features/credits/history/present-history.ts';
import type { DropsFeature } from '#server/features/drops/drops-feature.ts';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import type { createVoicesFeature } from '#server/features/voices/voices-feature.ts';
import { webhookSections, type WebhookFeatures } from './export-webhooks.ts';

/** The features whose data is exported. */
interface ExportedFeatures extends CallingFeatures, ListFeatures, WebhookFeatures {
  accountEvents: Pick<ReturnType<typeof createAccountEventsFeature>, 'events' | 'page'>;
  apiKeys: Pick<ReturnType<typeof createApiKeysFeature>, 'ofUser'>;
  auth: Pick<ReturnType<typeof createAuthFeature>, 'profileOf'>;
  billing: Pick<ReturnType<typeof createBillingFeature>, 'subscriptions' | 'businessDetails'>;
  credits: Pick<ReturnType<typeof createCreditsFeature>, 'history'>;
  drops: Pick<DropsFeature, 'statistics' | 'forCampaigns'>;
  sessions: Pick<UserSessions, 'devices'>;
  stores: Pick<CampaignStores, 'campaigns' | 'consents' | 'drafts'>;
  users: Pick<Users, 'byUid'>;
  voices: Pick<ReturnType<typeof createVoicesFeature>, 'recordings'>;
}

/** Creates the export of accounts over the features that hold their data. */
export function composeAccountExport(
  features: ExportedFeatures,
  options: Omit<ExportOptions, 'users' | 'events' | 'sources' | 'objects'> & {
    connection: Connection;
    objects: ObjectStore;
  },
) {
  return createAccountExportFeature({
    ...options,
    users: features.users,
    events: features.accountEvents.events,
    sources: {
      sections: [
        ...accountSections(features),
        ...callingSections(features),
        ...campaignSections(features),
        ...listSections(features),
        ...webhookSections(features),
        ...paymentSections(features),
      ],
      files: ({ uid }) => recordings(features, options.objects, uid),
    },
  });
}

function accountSections(features: ExportedFeatures): ExportSection[] {
  const { accountEvents, apiKeys, auth, sessions, voices } = features;
  return [
    section(
      'profile',
      ['email', 'name', 'company', 'phone', 'role', 'created_at'],
      async function* ({ uid }) {
        const profile = await auth.profileOf(uid);
        if (profile === undefined) return;
        const { email, display_name: name, company_name: company, phone, role, created_at } = profile;
        yield { email, name, company, phone, role, created_at };
      },
    ),
    section('voices', ['id', 'title', 'description', 'created_at'], async function* ({ uid }) {
      for (const { _id: id, title, description, createdAt } of await voices.recordings(uid))
        yield { id, title, description, created_at: iso(createdAt) };
    }),
    section(
      'api-keys',
      ['name', 'prefix', 'scope', 'created_at', 'expires_at', 'last_used_at', 'last_used_from'],
      async function* ({ uid }) {
        for (const key of await apiKeys.ofUser(uid)) {
          const { name, prefix, scope, createdAt, expiresAt, lastUsedAt, lastUsedFrom } = key;
          const used = { last_used_at: iso(lastUsedAt), last_used_from: lastUsedFrom ?? null };
          yield { name, prefix, scope, created_at: iso(createdAt), expires_at: iso(expiresAt), ...used };
        }
      },
    ),
    section('devices', ['browser', 'network', 'signed_in_at', 'last_seen_at'], async function* ({ uid }) {
      for (const { userAgent: browser, network, signedInAt, lastSeenAt } of await sessions.devices(uid)) {
        const seen = { signed_in_at: iso(new Date(signedInAt)), last_seen_at: iso(new Date(lastSeenAt)) };
        yield { browser, network, ...seen };
      }
    }),
    section(
      'account-history',
      ['at', 'type', 'count', 'browser', 'networks', 'detail'],
      async function* ({ uid }) {
        const events = allOf(
          (range) => accountEvents.page(uid, range),
          ({ at, _id }) => ({ at, key: _id }),
        );
        for await (const { at, type, count, userAgent, networks, detail } of events) {
          const from = { browser: userAgent ?? null, networks: networks.join(' ') };
          yield { at: iso(at), type, count, ...from, detail: Object.values(detail ?? {}).join(' · ') };
        }
      },
    ),
  ];
}

function campaignSections({ stores, drops }: ExportedFeatures): ExportSection[] {
  const campaignsOf = (uid: string) =>
    allOf(
      (range) => stores.campaigns.page(uid, range),
      ({ dropDate, _id }) => ({ at: dropDate, key: _id }),
    );
  return [
    section(
      'campaigns',
      [
        ...['id', 'name', 'description', 'status', 'drop_date', 'created_at', 'message', 'voice'],
        ...['total', 'delivered', 'failed'],
      ],
      async function* ({ uid }) {
        for await (const campaign of campaignsOf(uid)) {
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
        const draft = await stores.drafts.of(uid);
        if (draft === undefined) return;
        const { form, file } = draft.content;
        const { name, description, message } = form;
        yield { name, description, message, file: file?.name ?? null, saved_at: iso(draft.savedAt) };
      },
    ),
    section(
      'contacts',
      [
        ...['campaign_id', 'campaign_name', 'phone', 'first_name', 'last_name', 'email', 'company'],
        ...['result', 'reason', 'changed_at'],
      ],
      async function* ({ uid }) {
        for await (const { _id, name } of campaignsOf(uid)) {
          for await (const calls of drops.statistics.streamCalls(_id)) {
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
      ({ uid }) => leftOutOf(drops, campaignsOf(uid)),
    ),
  ];
}

async function* leftOutOf(
  { forCampaigns }: ExportedFeatures['drops'],
  campaigns: AsyncIterable<{ _id: string; name: string }>,
) {
  for await (const { _id: campaign_id, name: campaign_name } of campaigns) {
    for await (const contacts of forCampaigns.contacts.leftOut.stream(campaign_id)) {
      for (const { line, phone, name, reason } of contacts)
        yield { campaign_id, campaign_name, line, phone, name, reason };
    }
  }
}

function paymentSections({ billing, credits, stores }: ExportedFeatures): ExportSection[] {
  return [
    section(
      'credits',
      [
        ...['version', 'type', 'date', 'credits', 'calls', 'campaign_id', 'campaign_name'],
        ...['note', 'balance', 'held', 'debt'],
      ],
      async function* ({ uid, streamId }) {
        const names = await stores.campaigns.namesOf(uid, await credits.history.campaigns(streamId));
        for await (const event of credits.history.all(streamId)) yield presentEvent(event, names);
      },
    ),
    section(
      'invoices',
      ['invoice_number', 'date', 'plan_name', 'amount', 'currency', 'status', 'receipt_url'],
      async function* ({ uid }) {
        for (const invoice of (await billing.subscriptions.accountOf(uid)).transactions) {
          const { invoice_number, timestamp, plan_name, amount, currency, status, receipt_url } = invoice;
          const date = iso(new Date(timestamp * 1000));
          yield { invoice_number, date, plan_name, amount, currency, status, receipt_url };
        }
      },
    ),
    section('invoice-details', Object.keys(NO_BUSINESS_DETAILS), async function* ({ uid }) {
      const { taxIdRefused: _refused, ...details } = await billing.businessDetails(uid);
      yield details;
    }),
  ];
}

/** Returns the recordings of a user's voices. */
async function recordings(
  { voices }: Pick<ExportedFeatures, 'voices'>,
  objects: ObjectStore,
  uid: string,
): Promise<ExportFile[]> {
  return (await voices.recordings(uid)).flatMap(({ _id, objectKey }) =>
    objectKey === undefined ? [] : [{ path: `voices/${_id}.mp3`, read: () => objects.read(objectKey) }],
  );
}
