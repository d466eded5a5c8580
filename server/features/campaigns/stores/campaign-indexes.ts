import type { Schema } from 'mongoose';

/** The documented order of a user's campaigns, and the index that has it. */
export const LIST_ORDER = { dropDate: -1, _id: 1 } as const;
export const LIST_INDEX = { userId: 1, ...LIST_ORDER } as const;
/** The names of the indexes that lists of campaigns use. */
export const OVERVIEW_INDEX = 'overview';
export const NAMES_INDEX = 'names';
/** Sorts names as a dictionary does. At this strength, ids that differ in case only are not equal. */
export const NAME_ORDER = { locale: 'en', strength: 3 } as const;

/** Declares the indexes of campaigns. */
export function indexCampaigns<Campaign>(schema: Schema<Campaign>): void {
  // `$exists` rather than `$type`: an equality lookup implies it, so the planner uses the index.
  const named = { partialFilterExpression: { liveName: { $exists: true } } };
  schema.index({ userId: 1, liveName: 1 }, { ...named, name: 'live_name', unique: true });
  // A user's list; deleted campaigns have no name and are not in the index.
  schema.index(LIST_INDEX, named);
  // A user's lists by status and drop date; covers the sums and the rankings of all their campaigns.
  schema.index(
    {
      userId: 1,
      status: 1,
      dropDate: -1,
      _id: 1,
      liveName: 1,
      total: 1,
      delivered: 1,
      failed: 1,
      charged: 1,
    },
    { name: OVERVIEW_INDEX },
  );
  schema.index({ userId: 1, liveName: 1, _id: 1 }, { ...named, name: NAMES_INDEX, collation: NAME_ORDER });
  // A user's calendar.
  schema.index({ userId: 1, startedAt: 1 }, named);
  schema.index({ userId: 1, finishedAt: 1 }, named);
  schema.index({ userId: 1, held: -1 }, { partialFilterExpression: { held: { $gt: 0 } } });
  schema.index({ userId: 1, voiceId: 1, status: 1 });
  // Campaigns by the saved list that they were created with.
  schema.index(
    { userId: 1, savedListId: 1, createdAt: -1 },
    { partialFilterExpression: { savedListId: { $exists: true } } },
  );
  // The halves of a test.
  schema.index(
    { userId: 1, 'split.test': 1 },
    { partialFilterExpression: { 'split.test': { $exists: true } } },
  );
  schema.index({ streamId: 1 });
  schema.index({ userId: 1, createdAt: 1 });
  schema.index({ userId: 1, changedAt: 1 });
  schema.index({ changedAt: 1 });
  schema.index({ status: 1, dropDate: 1 });
  schema.index({ status: 1, quiet: 1, startedAt: 1 });
  schema.index({ status: 1, lastDay: 1 }, { partialFilterExpression: { lastDay: { $exists: true } } });
  schema.index(
    { status: 1, contactsErasedAt: 1, finishedAt: 1 },
    { partialFilterExpression: { finishedAt: { $exists: true } } },
  );
  schema.index({ erasingContacts: 1 }, { sparse: true });
  schema.index({ 'preparing.leaseUntil': 1 }, { sparse: true });
  schema.index({ 'preparing.replaceUntil': 1 }, { sparse: true });
  schema.index({ resweepAt: 1 }, { sparse: true });
  schema.index({ speechUntil: 1 }, { sparse: true });
  schema.index({ retryAt: 1 }, { sparse: true });
  schema.index({ 'notice.dueAt': 1 }, { sparse: true });
}
