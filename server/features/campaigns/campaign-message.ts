import type { Contact } from '#shared/contacts/contact-list.ts';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { findCampaign } from './campaign-procedure.ts';
import type { CampaignDocument } from './stores/campaign-model.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';

const ERASED = 'Its contacts are erased. The message cannot be heard any more.';

/** What a campaign says, in which voice, and one of its contacts. */
type CampaignMessage = Pick<CampaignDocument, 'message' | 'voiceId' | 'voiceTitle' | 'providerVoiceId'> & {
  contact: Contact;
};

/** Finds the messages of campaigns. */
export interface CampaignMessages {
  /** Throws `AppError` NOT_FOUND unless the user has the campaign, named by id or name. */
  assertOwn(userId: string, campaign: string): Promise<void>;
  /**
   * Returns the message of a user's campaign, named by id or name, and its contact at a position from 1. Throws
   * `AppError` NOT_FOUND for an unknown campaign or contact, and once the contacts are erased.
   */
  find(userId: string, wanted: { id: string; contact: number }): Promise<CampaignMessage>;
}

/** Returns the messages over the stores of the feature. */
export function createCampaignMessages(
  deps: Pick<CampaignsDeps, 'campaigns' | 'contacts'>,
): CampaignMessages {
  return {
    async assertOwn(userId, campaign) {
      await findCampaign(deps, userId, campaign);
    },
    async find(userId, { id, contact: position }) {
      const { _id, unusedSeqs, contactsErasedAt, ...campaign } = await findCampaign(deps, userId, id);
      if (contactsErasedAt !== undefined) throw new AppError('NOT_FOUND', ERASED);
      const list = { id: _id, total: campaign.total, unusedSeqs };
      const [contact] = await deps.contacts.page(list, position - 1, 1);
      if (contact === undefined) throw notFound('Contact');
      const { message, voiceId, voiceTitle, providerVoiceId } = campaign;
      return { message, voiceId, voiceTitle, providerVoiceId, contact };
    },
  };
}
