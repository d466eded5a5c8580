import type { ContactDocument, ContactModel } from '#server/features/drops/contacts/contact-model.ts';

/** The fields of a call that are counted again. */
export type RecountedCall = Pick<
  ContactDocument,
  | 'status'
  | 'settlement'
  | 'unsettled'
  | 'at'
  | 'reason'
  | 'code'
  | 'retryable'
  | 'called'
  | 'failedBefore'
  | 'previous'
>;

const FIELDS = {
  status: 1,
  settlement: 1,
  unsettled: 1,
  at: 1,
  reason: 1,
  code: 1,
  retryable: 1,
  called: 1,
  failedBefore: 1,
  previous: 1,
} as const;

/** Reads all calls of a campaign, to count them again. */
export class RecountStore {
  readonly #model: ContactModel;

  constructor(model: ContactModel) {
    this.#model = model;
  }

  /** Yields the calls of a campaign in the order of its list, in constant memory. */
  async *streamCalls(campaignId: string): AsyncGenerator<RecountedCall> {
    const cursor = this.#model
      .find({ campaignId }, FIELDS)
      .sort({ seq: 1 })
      .lean<RecountedCall[]>()
      .cursor({ batchSize: 1_000 });
    for await (const call of cursor) yield call;
  }
}
