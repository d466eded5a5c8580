import type { CampaignDocument, CampaignModel } from '#server/features/campaigns/stores/campaign-model.ts';

/** A campaign's counters, and what shows whether they have changed since. */
export type AuditedCampaign = Pick<
  CampaignDocument,
  | ('_id' | 'userId' | 'streamId' | 'name' | 'status' | 'run' | 'preparing' | 'changedAt')
  | ('contactsErasedAt' | 'lastSettlement' | 'total' | 'delivered' | 'failed' | 'retryable' | 'outcomes')
  | 'held'
>;

/** The counters that were counted again; reasons cannot be without contacts. */
export type CorrectCounters = Pick<CampaignDocument, 'delivered' | 'failed'> &
  Partial<Pick<CampaignDocument, 'retryable' | 'outcomes'>>;

const FIELDS = {
  userId: 1,
  streamId: 1,
  name: 1,
  status: 1,
  run: 1,
  preparing: 1,
  changedAt: 1,
  contactsErasedAt: 1,
  lastSettlement: 1,
  total: 1,
  delivered: 1,
  failed: 1,
  retryable: 1,
  outcomes: 1,
  held: 1,
} as const;
const BY_USER = { userId: 1, createdAt: 1 } as const;

/** Reads the counters of campaigns, to audit and to correct them. */
export class CounterStore {
  readonly #model: CampaignModel;

  constructor(model: CampaignModel) {
    this.#model = model;
  }

  async find(campaignId: string): Promise<AuditedCampaign | undefined> {
    return (await this.#model.findById(campaignId, FIELDS).lean<AuditedCampaign>().exec()) ?? undefined;
  }

  /** Yields all campaigns of a user, also deleted ones, each as it is when it is reached. */
  async *streamOf(userId: string): AsyncGenerator<AuditedCampaign> {
    const found = this.#model.find({ userId }, FIELDS).sort({ createdAt: 1 }).hint(BY_USER);
    // One at a time: the caller may count for minutes between two, and an idle cursor ends after ten.
    for await (const campaign of found.lean<AuditedCampaign[]>().cursor({ batchSize: 1 })) yield campaign;
  }

  /** Returns the next user with a campaign, in the order of their ids. */
  async nextUser(after: string): Promise<string | undefined> {
    const next = this.#model.findOne({ userId: { $gt: after } }, { userId: 1 });
    return (await next.sort(BY_USER).hint(BY_USER).lean().exec())?.userId;
  }

  /** Stores corrected counters; returns false, and stores nothing, if the campaign has changed since it was read. */
  async correct(
    { _id, run, status, lastSettlement, changedAt }: AuditedCampaign,
    counters: CorrectCounters,
  ): Promise<boolean> {
    const { matchedCount } = await this.#model.updateOne(
      {
        _id,
        run,
        status,
        lastSettlement,
        changedAt: changedAt ?? null,
        preparing: { $exists: false },
      },
      { $set: counters },
    );
    return matchedCount === 1;
  }
}
