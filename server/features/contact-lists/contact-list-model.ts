import { Schema, type Connection, type Model } from 'mongoose';
import { CONSENT_BASES } from '#shared/calling/consent-basis.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import type { ListOperation } from '#shared/schemas/contact-lists.ts';
import type { StoredContact } from './list-contact-store.ts';

/**
 * `preparing`: its upload is being stored. `building`: contacts are copied into it from two lists. Lists that are
 * `preparing` or `deleting` are not shown.
 */
export type ListStatus = 'preparing' | 'building' | 'ready' | 'deleting';

/** A change of the contacts, stored before it is made: whoever finds it can complete it. */
export interface ListEdit {
  id: string;
  /** The numbers that it removes. */
  remove: string[];
  /** The contact that it adds, or replaces. */
  put?: StoredContact | undefined;
  /** How much the list grows. */
  growth: number;
}

/** The progress of a list that is made from two others. */
export interface ListBuild {
  operation: ListOperation;
  left: string;
  right: string;
  /** Set once both lists refuse changes until this one is built. */
  held?: true | undefined;
  /** The last number that was considered; '' before the first. */
  after: string;
  /** Set once all are stored. */
  done?: true | undefined;
}

/** A saved contact list. */
export interface SavedList {
  _id: string;
  userId: string;
  status: ListStatus;
  name: string;
  /** The name while the list exists; unset on delete, so that it can be used again. */
  liveName?: string | undefined;
  /** Identifies the uploaded content, while no contact was changed since. */
  digest?: string | undefined;
  size: number;
  /** The contacts that it counts as while it is stored or built. */
  reserved: number;
  columns: string[];
  /** The names of its own columns. */
  ownColumns: string[];
  consent: Consent;
  /** Grows with every change of the contacts. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** When it could first be used; absent for lists of versions before. */
  readyAt?: Date | undefined;
  edit?: ListEdit | undefined;
  build?: ListBuild | undefined;
  /** The lists that are being built from this one: it must not change until then. */
  readers: string[];
  /** When the sweeper completes or erases what a process left undone. */
  dueAt?: Date | undefined;
  /** Set on a deleted list whose contacts were erased once. */
  erased?: true | undefined;
}

export type SavedListModel = Model<SavedList>;

const consentFields = new Schema<Consent>(
  {
    basis: { type: String, enum: CONSENT_BASES, required: true },
    own_words: { type: String, default: null },
    obtained_at: { type: String, required: true },
    source: { type: String, required: true },
  },
  { _id: false },
);

const schema = new Schema<SavedList>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    status: { type: String, required: true, enum: ['preparing', 'building', 'ready', 'deleting'] },
    name: { type: String, required: true },
    liveName: String,
    digest: String,
    size: { type: Number, required: true },
    reserved: { type: Number, required: true },
    columns: { type: [String], required: true },
    ownColumns: { type: [String], required: true },
    consent: consentFields,
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    readyAt: Date,
    edit: Schema.Types.Mixed,
    build: Schema.Types.Mixed,
    readers: { type: [String], required: true },
    dueAt: Date,
    erased: Boolean,
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'contact_lists' },
);

// `$exists` rather than `$type`: an equality lookup implies it, so the planner uses the index.
const named = { partialFilterExpression: { liveName: { $exists: true } } };
schema.index({ userId: 1, liveName: 1 }, { ...named, unique: true });
schema.index({ userId: 1, createdAt: -1, _id: 1 }, named);
schema.index(
  { userId: 1, digest: 1 },
  { unique: true, partialFilterExpression: { digest: { $exists: true } } },
);
schema.index({ userId: 1, readers: 1 });
schema.index({ dueAt: 1 }, { sparse: true });

/** The `contact_lists` collection. */
export function createSavedListModel(connection: Connection): SavedListModel {
  return connection.model<SavedList>('SavedList', schema);
}
