import type { QueryFilter } from 'mongoose';
import {
  CALL_REASON_KEYS,
  CALL_REASONS,
  CARRIER_REASON_CODES,
  OWN_REASONS,
  type CallReasonKey,
  type ResultKey,
} from '#shared/call-reasons.ts';
import type { CallStatus } from '#shared/campaign-lifecycle.ts';
import type { CallSort } from '#shared/schemas/campaigns/call-query.ts';
import {
  AT_CARRIER,
  CALL_INDEXES,
  CALL_STATES,
  FINAL_STATES,
  type CallState,
  type ContactDocument,
} from '../contacts/contact-model.ts';

/** Calls that an index returns in order: those with some equal fields, sorted by `keys`, of which the last is unique. */
export interface Scan {
  index: string;
  equal: QueryFilter<ContactDocument>;
  keys: readonly ScanKey[];
  /** Whether a call belongs to it. */
  holds: (call: Pick<ContactDocument, 'status'>) => boolean;
}

export type ScanKey = 'seq' | 'phone' | 'at' | typeof FIRST_NAME | typeof LAST_NAME;
export const FIRST_NAME = 'fields.first_name';
export const LAST_NAME = 'fields.last_name';

/** Which calls, and in which order. */
export interface ScanQuery {
  status?: CallStatus | undefined;
  reason?: CallReasonKey | undefined;
  sort: CallSort;
}

/** Which final calls of a campaign lack the key of their result, as older versions have ended them. */
export type LacksKeys = Readonly<Record<FinalState, boolean>>;
export type FinalState = (typeof FINAL_STATES)[number];

const KEYS: Readonly<Record<CallSort, readonly ScanKey[]>> = {
  list: ['seq'],
  status: ['seq'],
  number: ['phone'],
  name: [FIRST_NAME, LAST_NAME, 'seq'],
  date: ['at', 'seq'],
};

/**
 * Returns the scans that return the calls of a query in ascending order, one after the other. Calls that are not final
 * have no date: by date they come last, in the order of the list. The delivered calls of a list by status are read by their
 * numbers where these are given.
 */
export function scansOf(
  campaignId: string,
  query: ScanQuery,
  lacksKeys: LacksKeys,
  rareSuccesses?: readonly number[],
): readonly Scan[] {
  const { sort } = query;
  const status = query.reason === undefined ? query.status : 'failed';
  if (status === undefined) return scansOfAll(campaignId, sort, lacksKeys, rareSuccesses);
  const order = sort === 'status' ? 'list' : sort;
  if (status === 'failed') return [failedCalls(campaignId, order, resultsOf(query, lacksKeys))];
  if (status === 'success')
    return [
      order === 'date'
        ? finalDates(campaignId, ['success'], resultsOf({ status }, lacksKeys))
        : amongAll(campaignId, order, { status }, ['success']),
    ];
  const isListed = order === 'list' || order === 'date';
  return [
    isListed
      ? openCalls(campaignId, [status])
      : amongAll(
          campaignId,
          order,
          { unsettled: true, status: { $in: [...STATES[status]] } },
          STATES[status],
        ),
  ];
}

function scansOfAll(
  campaignId: string,
  sort: CallSort,
  lacksKeys: LacksKeys,
  rareSuccesses: readonly number[] | undefined,
): readonly Scan[] {
  if (sort === 'date')
    return [
      finalDates(campaignId, FINAL_STATES, resultsOf({}, lacksKeys)),
      openCalls(campaignId, ['pending', 'sending']),
    ];
  if (sort === 'status')
    return [
      openCalls(campaignId, ['pending']),
      openCalls(campaignId, ['sending']),
      amongAll(
        campaignId,
        'list',
        { status: 'success', ...(rareSuccesses && { $and: [{ seq: { $in: [...rareSuccesses] } }] }) },
        ['success'],
      ),
      failedCalls(campaignId, 'list', resultsOf({ status: 'failed' }, lacksKeys)),
    ];
  return [amongAll(campaignId, sort, {}, CALL_STATES)];
}

/**
 * Returns the condition on the results of the final calls of a query: keys, of which there are few, so that the database
 * merges the calls of all of them in order. Calls without a key are tested one by one.
 */
function resultsOf(
  { status, reason }: Omit<ScanQuery, 'sort'>,
  lacksKeys: LacksKeys,
): QueryFilter<ContactDocument> {
  const isWanted = (state: FinalState) => status === undefined || status === state;
  if (reason !== undefined) {
    if (!isWanted('failed')) return { resultKey: { $in: [] } };
    return lacksKeys.failed
      ? { resultKey: { $in: [reason, null] }, $nor: [{ resultKey: null, ...failedOtherwise(reason) }] }
      : { resultKey: { $in: [reason] } };
  }
  const keys: (ResultKey | null)[] = isWanted('success') ? ['delivered'] : [];
  if (isWanted('failed')) keys.push(...CALL_REASON_KEYS);
  if (FINAL_STATES.some((state) => isWanted(state) && lacksKeys[state])) keys.push(null);
  return { resultKey: { $in: keys } };
}

/** The failed calls without a key that did not fail for a reason; as `callReasonKey` finds it. */
function failedOtherwise(reason: CallReasonKey): QueryFilter<ContactDocument> {
  const ownTexts = OWN_REASONS.map((key) => CALL_REASONS[key]);
  if (reason === 'other')
    return {
      $or: [
        { code: { $in: CARRIER_REASON_CODES } },
        { code: { $in: [null, ''] }, reason: { $in: ownTexts } },
      ],
    };
  if (CARRIER_REASON_CODES.includes(reason)) return { code: { $ne: reason } };
  return { $or: [{ code: { $nin: [null, ''] } }, { reason: { $ne: CALL_REASONS[reason] } }] };
}

type Order = Exclude<CallSort, 'status'>;
type OpenStatus = Exclude<CallStatus, FinalState>;
const STATES: Readonly<Record<OpenStatus, readonly CallState[]>> = {
  pending: ['pending'],
  sending: AT_CARRIER,
};

/** Reads the calls of all states, of which most match. */
function amongAll(
  campaignId: string,
  order: Exclude<Order, 'date'>,
  matching: QueryFilter<ContactDocument>,
  states: readonly CallState[],
): Scan {
  const equal = { campaignId, ...matching };
  return { index: CALL_INDEXES.all[order], equal, keys: KEYS[order], holds: isOneOf(states) };
}

function finalDates(
  campaignId: string,
  states: readonly FinalState[],
  results: QueryFilter<ContactDocument>,
): Scan {
  const equal = { campaignId, status: { $in: [...states] }, ...results };
  return { index: CALL_INDEXES.finalDates, equal, keys: KEYS.date, holds: isOneOf(states) };
}

function failedCalls(campaignId: string, order: Order, results: QueryFilter<ContactDocument>): Scan {
  if (order === 'date') return finalDates(campaignId, ['failed'], results);
  const equal = { campaignId, status: 'failed' as const, ...results };
  return { index: CALL_INDEXES.failed[order], equal, keys: KEYS[order], holds: isOneOf(['failed']) };
}

function openCalls(campaignId: string, statuses: readonly OpenStatus[]): Scan {
  const states = statuses.flatMap((status) => STATES[status]);
  const equal = { campaignId, unsettled: true as const, status: { $in: states } };
  return { index: CALL_INDEXES.open, equal, keys: KEYS.list, holds: isOneOf(states) };
}

function isOneOf(states: readonly CallState[]): Scan['holds'] {
  return ({ status }) => states.includes(status);
}
