import { MAX_DRAFTS } from '#shared/limits.ts';
import { FIRST_DRAFT } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { freeSlot } from '#server/platform/lib/mongodb/free-slot.ts';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';
import { keyOfDraft, keysOfDrafts, type DraftDocument, type DraftModel } from './draft-model.ts';

/** A change of a draft that was at version `base`, or did not exist if that is null. */
export interface DraftChange extends Pick<DraftDocument, 'version' | 'tab' | 'edit' | 'savedAt' | 'content'> {
  base: string | null;
}

/** `changed`: the draft is at another version than `base`. `full`: the user has as many drafts as one may keep. */
export type PutResult = 'stored' | 'changed' | 'full';

/** Stores the unfinished campaigns of users. */
export class DraftStore {
  readonly #model: DraftModel;

  constructor(model: DraftModel) {
    this.#model = model;
  }

  /** Returns a draft of a user. */
  async of(uid: string, id: string): Promise<DraftDocument | undefined> {
    return (await this.#model.findById(keyOfDraft(uid, id)).lean<DraftDocument>().exec()) ?? undefined;
  }

  /** Returns all drafts of a user, the one that was saved last first. */
  async ofUser(uid: string): Promise<DraftDocument[]> {
    const found = await this.#model
      .find({ _id: keysOfDrafts(uid) })
      .lean<DraftDocument[]>()
      .exec();
    return found.sort((one, other) => other.savedAt.getTime() - one.savedAt.getTime());
  }

  /**
   * Stores a change, unless the draft is at another version that no earlier change of the same visit, whose answer was lost,
   * has made.
   */
  async put(uid: string, id: string, { base, ...change }: DraftChange): Promise<PutResult> {
    const earlier = { tab: change.tab, edit: { $lte: change.edit } };
    const expected = base === null ? earlier : { $or: [earlier, { version: base }] };
    const _id = keyOfDraft(uid, id);
    const { matchedCount } = await this.#model.updateOne({ _id, ...expected }, { $set: change });
    if (matchedCount === 1) return 'stored';
    return base === null ? this.#insert(uid, id, { _id, ...change }) : 'changed';
  }

  /** Removes a draft of a user. */
  async discard(uid: string, id: string): Promise<void> {
    await this.#model.deleteOne({ _id: keyOfDraft(uid, id) });
  }

  /** Removes all drafts of a user. */
  async discardAll(uid: string): Promise<void> {
    await this.#model.deleteMany({ _id: keysOfDrafts(uid) });
  }

  /** Stores a new draft in a free slot of its user. */
  async #insert(uid: string, id: string, draft: DraftDocument): Promise<PutResult> {
    // Processes of versions with one draft for each user store it without a slot.
    if (id === FIRST_DRAFT) return (await isInserted(() => this.#model.create(draft))) ? 'stored' : 'changed';
    for (;;) {
      const known = await this.ofUser(uid);
      if (known.some(({ _id }) => _id === draft._id)) return 'changed';
      const slot = freeSlot(known, MAX_DRAFTS);
      if (slot === undefined || known.length >= MAX_DRAFTS) return 'full';
      // If not, a parallel call took the slot or stored the draft.
      if (await isInserted(() => this.#model.create({ ...draft, uid, slot }))) return 'stored';
    }
  }
}
