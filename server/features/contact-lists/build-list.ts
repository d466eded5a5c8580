import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { fromNow } from '#server/platform/lib/clock.ts';
import type { ListBuild, SavedList } from './contact-list-model.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { completeEdit } from './list-edits.ts';
import type { StoredContact } from './list-contact-store.ts';
import { discardList } from './sweep-lists.ts';

/** Contacts read of each list at a time. */
const SLICE = 1_000;
/** Longer than a slice takes: after it the sweeper takes the build for abandoned. */
const HOLD_ATTEMPTS = 20;

type BuildDeps = Pick<ContactListsDeps, 'lists' | 'contacts' | 'jobs' | 'clock' | 'log' | 'leaseMs'>;

type BuildingList = SavedList & { build: ListBuild };

/**
 * Copies contacts into a list that is made from two others, in slices by number, while `mayContinue`. Returns false if
 * some are left. Safe to run concurrently and to interrupt: each slice is counted once.
 */
export async function buildSlices(
  deps: BuildDeps,
  id: string,
  mayContinue: () => boolean | Promise<boolean>,
): Promise<boolean> {
  for (;;) {
    const list = await buildingList(deps, id);
    if (list === undefined) return true;
    if (list.build.done === true) {
      // Before the list is usable: a crash in between must not leave its sources held.
      await deps.lists.release(list);
      await deps.lists.finishBuild(id, deps.clock.now());
      return true;
    }
    if (list.build.held === true) await copySlice(deps, list);
    else if (!(await holdSources(deps, list))) return true;
    if (!(await mayContinue())) return false;
    await yieldToEventLoop();
  }
}

async function buildingList({ lists }: BuildDeps, id: string): Promise<BuildingList | undefined> {
  const list = await lists.find(id);
  return list?.status === 'building' && list.build !== undefined ? { ...list, build: list.build } : undefined;
}

/** Makes both lists refuse changes. If one of them is gone, the new list is discarded and this returns false. */
async function holdSources(deps: BuildDeps, { _id, build }: BuildingList): Promise<boolean> {
  for (const source of [build.left, build.right]) {
    if (await isHeld(deps, source, _id)) continue;
    await discardList(deps, _id);
    return false;
  }
  await deps.lists.markHeld(_id);
  return true;
}

async function isHeld(deps: BuildDeps, source: string, reader: string): Promise<boolean> {
  for (let attempt = 0; attempt < HOLD_ATTEMPTS; attempt += 1) {
    if (await deps.lists.hold(source, reader)) return true;
    const list = await deps.lists.find(source);
    if (list?.readers.includes(reader) === true) return true;
    if (list?.status !== 'ready') return false;
    if (list.edit !== undefined) await completeEdit(deps, { ...list, edit: list.edit });
  }
  return false;
}

/** Stores the next contacts by number. */
async function copySlice(deps: BuildDeps, list: BuildingList): Promise<void> {
  const { _id, build } = list;
  const { chosen, after, done } = await chooseSlice(deps, build);
  // Only while the cursor stands here are both lists certainly held, and what was read is what all workers read.
  const current = await deps.lists.find(_id);
  if (current?.build?.after !== build.after || current.build.done === true) return;
  const contacts = chosen.map((contact) => withColumns(contact, list.ownColumns));
  await deps.contacts.insert(_id, contacts);
  const progress = { after, ...(done && { done }), stored: chosen.length };
  await deps.lists.advance(list, progress, fromNow(deps.clock, deps.leaseMs));
}

/** Returns a contact without own columns that its list does not have: two lists may have too many together. */
function withColumns(contact: StoredContact, ownColumns: readonly string[]): StoredContact {
  const { custom, ...cells } = contact.fields;
  if (custom === undefined || Object.keys(custom).every((name) => ownColumns.includes(name))) return contact;
  const kept = Object.entries(custom).filter(([name]) => ownColumns.includes(name));
  return { ...contact, fields: { ...cells, ...(kept.length > 0 && { custom: Object.fromEntries(kept) }) } };
}

interface Slice {
  chosen: StoredContact[];
  /** The last number that it considers. */
  after: string;
  done: boolean;
}

async function chooseSlice({ contacts }: BuildDeps, build: ListBuild): Promise<Slice> {
  const left = await contacts.after(build.left, build.after, SLICE);
  if (build.operation === 'union') {
    return union(left, await contacts.after(build.right, build.after, SLICE), build.after);
  }
  const common = await contacts.among(
    build.right,
    left.map(({ phone }) => phone),
  );
  return {
    chosen: left.filter(({ phone }) => common.has(phone) === (build.operation === 'intersect')),
    after: left.at(-1)?.phone ?? build.after,
    done: left.length < SLICE,
  };
}

/** Merges two runs of contacts by number, up to the number until which both are known; the row of `left` is kept. */
function union(left: StoredContact[], right: StoredContact[], after: string): Slice {
  const ends = [left, right].flatMap((run) => (run.length < SLICE ? [] : [run.at(-1)?.phone ?? '']));
  const end = ends.sort()[0];
  const byNumber = new Map([...right, ...left].map((contact) => [contact.phone, contact]));
  const chosen = [...byNumber.values()].filter(({ phone }) => end === undefined || phone <= end);
  return { chosen, after: end ?? after, done: end === undefined };
}
