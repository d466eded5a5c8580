import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import { assertSubscribed } from '#server/features/campaigns/assert-subscribed.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { consentOf } from '#server/features/campaigns/consent/list-consent.ts';
import { contactsOfPayload, type ContactSource } from './contact-source.ts';
import { optionsOf, type ListReader } from './list-reader.ts';

/** What campaigns receive and check lists with, for lists that are saved. */
export interface ListIntake {
  listReader: ListReader;
  /** Returns a source over the contacts of a small JSON body, read as the fields beside them say. */
  sourceOf: (contacts: readonly ContactInput[], draft: Parameters<typeof optionsOf>[0]) => ContactSource;
  /** Throws unless a user has a plan. */
  assertSubscribed: (userId: string) => Promise<void>;
  /** Returns the consent that counts for a list; throws CONSENT_REQUIRED where there is none. */
  consentOf: (userId: string, given: Consent | null | undefined) => Promise<Consent>;
}

/** Returns what campaigns receive and check lists with. */
export function createListIntake(deps: CampaignsDeps): ListIntake {
  return {
    listReader: deps.listReader,
    sourceOf: (contacts, draft) => contactsOfPayload(contacts, optionsOf(draft)),
    assertSubscribed: (userId) => assertSubscribed(deps, userId),
    consentOf: async (userId, given) => (await consentOf(deps, userId, given)).consent,
  };
}
