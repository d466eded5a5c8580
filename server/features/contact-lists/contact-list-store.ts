import type { QueryFilter, UpdateQuery } from 'mongoose';
import { claimNext } from '#server/platform/lib/mongodb/due-records.ts';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';
import type { ListBuild, ListEdit, SavedList, SavedListModel } from './contact-list-model.ts';

const SHOWN = ['ready', 'building'] as const;
const IS_LIVE = { liveName: { $exists: true } };

/** Saved lists. Every change is a compare-and-set. */
export class ContactListStore {
  readonly #model: SavedListModel;

  constructor(model: SavedListModel) {
    this.#model = model;
  }

  /** Inserts a list. Returns false if its id, name or content is taken. */
  insert(list: SavedList): Promise<boolean> {
    return isInserted(() => this.#model.create(list));
  }

  /** Returns a list in any status. */
  async find(id: string): Promise<SavedList | undefined> {
    return (await this.#model.findById(id).lean<SavedList>()) ?? undefined;
  }

  /** Returns a list of a user that is shown. */
  async findOwned(userId: string, id: string): Promise<SavedList | undefined> {
    const list = await this.find(id);
    return list?.userId === userId && SHOWN.some((status) => status === list.status) ? list : undefined;
  }

  /** Returns the list of a user that was uploaded with this content; it may still be stored. */
  async findByDigest(userId: string, digest: string): Promise<SavedList | undefined> {
    return (await this.#model.findOne({ userId, digest }).lean<SavedList>()) ?? undefined;
  }

  /** Returns up to `limit` lists of a user, the latest first; those that are being stored too. */
  ofUser(userId: string, limit: number): Promise<SavedList[]> {
    return this.#model
      .find({ userId, ...IS_LIVE })
      .sort({ createdAt: -1, _id: 1 })
      .limit(limit)
      .lean<SavedList[]>()
      .exec();
  }

  /** Prolongs the lease of an upload; returns false if the sweeper has closed it. */
  renew(_id: string, dueAt: Date): Promise<boolean> {
    return this.#update({ _id, status: 'preparing' }, { $set: { dueAt } });
  }

  /** Shows a list whose upload is stored; returns false if the sweeper has closed it. */
  commit(_id: string, at: Date): Promise<boolean> {
    return this.#update(
      { _id, status: 'preparing' },
      { $set: { status: 'ready', reserved: 0, updatedAt: at, readyAt: at }, $unset: { dueAt: 1 } },
    );
  }

  /** Stores a change before it is made, if nothing else changes the list or reads it. */
  beginEdit({ _id, version }: SavedList, edit: ListEdit, dueAt: Date): Promise<boolean> {
    return this.#update(
      { _id, status: 'ready', version, edit: { $exists: false }, readers: [] },
      { $set: { edit, dueAt } },
    );
  }

  /** Counts a change whose contacts are stored, once. */
  finishEdit({ _id }: SavedList, { id, growth, put }: ListEdit, at: Date): Promise<boolean> {
    const { custom = {}, ...cells } = put?.fields ?? {};
    return this.#update(
      { _id, 'edit.id': id },
      {
        $inc: { size: growth, version: 1 },
        $set: { updatedAt: at },
        $addToSet: {
          columns: { $each: Object.keys(cells) },
          ownColumns: { $each: Object.keys(custom) },
        },
        $unset: { edit: 1, digest: 1, dueAt: 1 },
      },
    );
  }

  /** Changes the name or consent of a list. Returns false if another list of the user has the name. */
  describe(
    { _id, userId }: SavedList,
    { name, ...change }: Partial<Pick<SavedList, 'name' | 'consent' | 'updatedAt'>>,
  ): Promise<boolean> {
    const $set = { ...change, ...(name !== undefined && { name, liveName: name }) };
    return isInserted(() => this.#model.updateOne({ _id, userId, ...IS_LIVE }, { $set }));
  }

  /** Hides a list that nothing is built from, to be erased. Returns false if it is read, or gone. */
  markDeleting(_id: string, dueAt: Date): Promise<boolean> {
    return this.#update(
      { _id, status: { $ne: 'deleting' }, readers: [] },
      { $set: { status: 'deleting', dueAt, reserved: 0 }, $unset: { liveName: 1, digest: 1, edit: 1 } },
    );
  }

  /** Makes a list refuse changes until another is built from it. Returns false if it changes just now, or is gone. */
  hold(_id: string, reader: string): Promise<boolean> {
    return this.#update(
      { _id, status: 'ready', edit: { $exists: false } },
      { $addToSet: { readers: reader } },
    );
  }

  /** Lets the lists that a list was built from change again. */
  async release({ _id, userId }: SavedList): Promise<void> {
    await this.#model.updateMany({ userId, readers: _id }, { $pull: { readers: _id } });
  }

  /** Marks that both lists of a build are held. */
  markHeld(_id: string): Promise<boolean> {
    return this.#update({ _id, status: 'building' }, { $set: { 'build.held': true } });
  }

  /** Counts a stored part of a build, once. */
  advance(
    { _id, build }: SavedList & { build: ListBuild },
    { stored, ...progress }: { stored: number } & Pick<ListBuild, 'after' | 'done'>,
    dueAt: Date,
  ): Promise<boolean> {
    return this.#update(
      { _id, status: 'building', 'build.after': build.after, 'build.done': { $exists: false } },
      { $inc: { size: stored }, $set: { build: { ...build, ...progress }, dueAt } },
    );
  }

  /** Makes a built list usable. */
  finishBuild(_id: string, at: Date): Promise<boolean> {
    return this.#update(
      { _id, status: 'building', 'build.done': true },
      { $set: { status: 'ready', reserved: 0, updatedAt: at, readyAt: at }, $unset: { build: 1, dueAt: 1 } },
    );
  }

  /** Returns a list with work that a process left undone, and defers it for others. */
  claimDue(now: Date, until: Date): Promise<SavedList | undefined> {
    return claimNext(this.#model, { now, until });
  }

  /** Marks a deleted list as erased; it is erased once more later, after the last stale worker has ended. */
  markErased(_id: string, dueAt: Date): Promise<boolean> {
    return this.#update({ _id, status: 'deleting' }, { $set: { erased: true, dueAt } });
  }

  /** Removes an erased list. */
  async remove(_id: string): Promise<void> {
    await this.#model.deleteOne({ _id, status: 'deleting' });
  }

  /** Returns the ids of up to `limit` lists of a user in any status. */
  async idsOf(userId: string, limit: number): Promise<string[]> {
    const found = await this.#model.find({ userId }, { _id: 1 }).limit(limit).lean<{ _id: string }[]>();
    return found.map(({ _id }) => _id);
  }

  /** Replaces what lists of an account hold by that of an erased one, which the sweeper erases again and removes. */
  async eraseAll(userId: string, ids: readonly string[], { _id: _, ...erased }: SavedList): Promise<void> {
    await this.#model.updateMany(
      { userId, _id: { $in: [...ids] } },
      { $set: erased, $unset: { liveName: 1, digest: 1, edit: 1, build: 1 } },
    );
  }

  async #update(filter: QueryFilter<SavedList>, update: UpdateQuery<SavedList>): Promise<boolean> {
    return (await this.#model.updateOne(filter, update)).modifiedCount === 1;
  }
}
