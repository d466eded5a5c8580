import type { PersonHistory } from '#shared/schemas/contact-lists.ts';
import type { ContactDocument, ContactModel } from './contact-model.ts';
import { presentContact } from './present-contact.ts';

/** The call of a campaign to a number. */
export type NumberCall = Pick<
  PersonHistory['campaigns'][number],
  'status' | 'reason' | 'reason_code' | 'at'
> & {
  campaignId: string;
};

/** Finds the calls to a number, by one seek of the index for each campaign. */
export class NumberHistoryStore {
  readonly #model: ContactModel;

  constructor(model: ContactModel) {
    this.#model = model;
  }

  /** Returns the calls of these campaigns to a number; at most one for each. */
  async callsTo(phone: string, campaignIds: readonly string[]): Promise<NumberCall[]> {
    const rows = await this.#model
      .find({ campaignId: { $in: [...campaignIds] }, phone })
      .lean<ContactDocument[]>();
    return rows.map((row) => {
      const { status, reason, reason_code, date } = presentContact(row);
      return { campaignId: row.campaignId, status, reason, reason_code, at: date };
    });
  }
}
