import { CONSENT_VERSION } from '#shared/calling/consent-basis.ts';
import { isFutureDate, type Consent } from '#shared/schemas/campaigns/consent.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Context } from '#server/platform/trpc/context.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { ContactSource } from '#server/features/campaigns/contact-list/contact-source.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import type { Preparation } from '#server/features/campaigns/preparation/preparation-model.ts';

/** Where a consent is given from. */
export type ConsentGiver = Pick<Context, 'viaApiKey'> & { client: Pick<Context['client'], 'network'> };

/** The consent that counts for a list, and whether it is that of the calling profile. */
export interface ListConsent {
  consent: Consent;
  byDefault: boolean;
}

/**
 * Returns the consent of a list: the one given with it, else that of the calling profile. Throws `AppError`
 * CONSENT_REQUIRED where there is neither, INVALID_INPUT for a date in the future.
 */
export async function consentOf(
  { callingProfiles, clock }: Pick<CampaignsDeps, 'callingProfiles' | 'clock'>,
  userId: string,
  given: Consent | null | undefined,
): Promise<ListConsent> {
  if (!given) {
    const { defaultConsent } = await callingProfiles.find(userId);
    if (defaultConsent === undefined) throw consentRequired();
    return { consent: defaultConsent, byDefault: true };
  }
  if (isFutureDate(given.obtained_at, clock.now())) {
    const message = 'This date is in the future';
    const fields = { 'consent.obtained_at': message };
    throw new AppError('INVALID_INPUT', `consent.obtained_at: ${message}`, { fields });
  }
  return { consent: given, byDefault: false };
}

function consentRequired(): AppError {
  return new AppError(
    'CONSENT_REQUIRED',
    'Please say why the people on this list may be called (consent), or set a default under Calling on your profile (/profile/business).',
    { fields: { consent: 'is missing' } },
  );
}

/** Records the consent of a list that a preparation adds. It is removed if the preparation is undone. */
export async function recordConsent(
  { consents, clock }: Pick<CampaignsDeps, 'consents' | 'clock'>,
  {
    _id: campaignId,
    name,
    userId,
    preparing,
  }: Pick<CampaignDocument, '_id' | 'name' | 'userId'> & {
    preparing: Pick<Preparation, 'preparationId' | 'calls'>;
  },
  { consent, byDefault, giver, source }: ListConsent & { giver: ConsentGiver; source: ContactSource },
): Promise<void> {
  await consents.record({
    ...consent,
    _id: preparing.preparationId,
    campaignId,
    campaignName: name,
    userId,
    byDefault,
    statementVersion: CONSENT_VERSION,
    at: clock.now(),
    network: giver.client.network,
    viaApiKey: giver.viaApiKey,
    contacts: preparing.calls,
    listDigest: source.digest,
  });
}
