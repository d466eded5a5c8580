import { Types, type mongo } from 'mongoose';

/** Adds milliseconds to the time of the test. */
export type At = (offset: number) => Date;

/** How to make document number `i` of each collection. */
export type Factories = Record<string, (i: number) => mongo.Document>;

/** Number of documents that are identical in every database. */
export const KNOWN = 100;

/** The user, stream and campaign that own half of all documents. */
export const OWNER = 'u-0';
export const STREAM = 's-0';
export const CAMPAIGN = 'c-0';
/** A campaign that has not started, with a quarter of all contacts, all pending. */
export const NOT_STARTED = 'c-1';

/** Returns the id of contact number `i`, the same in every database. */
export function contactId(i: number): Types.ObjectId {
  return new Types.ObjectId(i.toString(16).padStart(24, '0'));
}

/** Returns the owner of a document: half of all documents belong to number 0, the others to different owners. */
export function halfOf(i: number, prefix: string): string {
  return `${prefix}-${i < KNOWN || i % 2 === 0 ? '0' : String(i)}`;
}

/** Returns the phone number of contact number `i`. */
export function phone(i: number): string {
  return `1202${String(5_000_000 + i)}`;
}

/** Numbers of two contacts, and one that no contact has. */
export const PHONES = ['12025000001', '12025000002', '13335550000'];
