import type { CallReasonKey } from '#shared/call-reasons.ts';
import type { ContactDocument } from '../contacts/contact-model.ts';
import type { ContactNumbering } from '../contacts/seq-ranges.ts';

/** A campaign whose calls are listed, with its counters. */
export interface CallsOf extends ContactNumbering {
  /** Its owner. */
  userId: string;
  delivered: number;
  failed: number;
  /** The failed calls by reason; unset where they are not counted. */
  outcomes?: Partial<Record<CallReasonKey, { calls: number }>> | undefined;
  /** Whether no call has begun yet; whether all of them have ended. */
  progress: 'none' | 'some' | 'all';
  /** Changes with its calls. */
  revision: string;
}

/** How many calls match: exactly, or more than that. */
export interface Matching {
  count: number;
  exact: boolean;
}

/** Where a page begins: after a call, or at a row. */
export interface PageStart {
  offset: number;
  after: ContactDocument | undefined;
  size: number;
}
