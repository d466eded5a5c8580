import type { Fault } from '../fault.ts';

const DECIDE = ['server/features/credits/decide.test.ts', 'server/features/credits/properties.test.ts'];
const RECORD = [
  'server/features/credits/stream/record.test.ts',
  'server/features/credits/stream/hash.test.ts',
];
const LEDGER = ['server/features/credits/credit-ledger.int.test.ts'];
const SHARED_STREAM = ['server/features/credits/stream/interleaving.long.test.ts', ...LEDGER];
const AUDIT = ['server/features/credits/audit/audit.int.test.ts'];
const HISTORY = ['server/features/credits/history/history.int.test.ts'];
const ADJUST = ['server/features/credits/adjustments/adjust-credits.int.test.ts'];

/** Ledger and prices: faults that lose, invent or hide credits. */
export const CREDITS_FAULTS: readonly Fault[] = [
  {
    file: 'shared/plans.ts',
    find: 'monthlyAllowance(plan) - callsTaken',
    replace: 'monthlyAllowance(plan) + callsTaken',
    tests: ['server/features/credits/decide.test.ts'],
  },
  {
    file: 'server/features/credits/lots.ts',
    find: '[...all.filter((lot) => lot.allowance), ...all.filter((lot) => !lot.allowance)]',
    replace: 'all',
    tests: DECIDE,
  },
  {
    file: 'server/features/credits/lots.ts',
    find: 'firstCalls(hold.toReversed(), calls).toReversed()',
    replace: 'firstCalls(hold, calls)',
    tests: DECIDE,
  },
  {
    file: 'server/features/credits/lots.ts',
    find: 'lot.allowance && lot.period === period',
    replace: 'lot.allowance',
    tests: DECIDE,
  },
  {
    file: 'server/features/credits/evolve.ts',
    find: 'if (current !== null && opens.start <= current.start) return current;',
    replace: '',
    tests: DECIDE,
  },
  {
    file: 'server/features/credits/evolve.ts',
    find: 'countAllowance(period, event, -1, 1)',
    replace: 'countAllowance(period, event, -1, 0)',
    tests: DECIDE,
  },
  {
    file: 'server/features/credits/evolve.ts',
    find: 'available: balance.available + amount - paid, debt',
    replace: 'available: balance.available + amount, debt',
    tests: DECIDE,
  },
  {
    file: 'server/features/credits/evolve.ts',
    find: 'debt: balance.debt + amount - taken',
    replace: 'debt: balance.debt',
    tests: DECIDE,
  },
  {
    file: 'server/features/credits/decide.ts',
    find: 'period.reserved + period.used',
    replace: 'period.used',
    tests: DECIDE,
  },
  {
    file: 'server/features/credits/decide.ts',
    find: "if (balance.debt > 0) return { refusal: { type: 'InDebt', debt: balance.debt } };",
    replace: '',
    tests: DECIDE,
  },
  {
    file: 'server/features/credits/decide.ts',
    find: 'quote.cost > balance.available',
    replace: 'quote.cost > balance.available + balance.held',
    tests: DECIDE,
  },
  {
    file: 'server/features/credits/decide.ts',
    find: 'if (countCalls(lots) < command.calls) return exceedsHold(state, command.calls);',
    replace: '',
    tests: DECIDE,
  },
  {
    file: 'server/features/credits/decide.ts',
    find: 'if (amount < 0 && -amount > balance.available) {',
    replace: 'if (amount < 0 && -amount > balance.available + balance.held) {',
    tests: DECIDE,
  },
  {
    file: 'server/features/credits/stream/record.ts',
    find: 'at: now < head.at ? head.at : now,',
    replace: 'at: now,',
    tests: RECORD,
  },
  {
    file: 'server/features/credits/stream/record.ts',
    find: 'if (broken.length > 0)',
    replace: 'if (broken.length > 1)',
    tests: RECORD,
  },
  {
    file: 'server/features/credits/stream/hash.ts',
    find: 'requestHash({ key: _key, ...content }: CreditCommand)',
    replace: 'requestHash({ key: content }: CreditCommand)',
    tests: RECORD,
  },
  {
    file: 'server/features/credits/stream/hash.ts',
    find: 'names.toSorted().map(',
    replace: 'names.map(',
    tests: RECORD,
  },
  {
    file: 'server/features/credits/stream/hash.ts',
    find: 'if (some[at] !== others[at]) return false;',
    replace: 'if (some[at] === others[at]) return true;',
    tests: RECORD,
  },
  {
    file: 'server/features/credits/stream/pending-commands.ts',
    find: 'if (same || tooLateToVoid) resolve',
    replace: 'if (same || !tooLateToVoid) resolve',
    tests: LEDGER,
  },
  {
    file: 'server/features/credits/stream/commit-queue.ts',
    find: 'batch.length < aim && !this.#busy.has(streamId)',
    replace: 'batch.length < aim',
    tests: ['server/features/credits/stream/commit-queue.test.ts'],
  },
  {
    file: 'server/features/credits/stream/commit-queue.ts',
    find: '(mayBegin || streams.has(streamId))',
    replace: 'mayBegin',
    tests: ['server/features/credits/stream/commit-queue.test.ts'],
  },
  {
    file: 'server/features/credits/stream/commit-queue.ts',
    find: '    this.#loops -= 1;\n',
    replace: '',
    tests: ['server/features/credits/stream/commit-queue.test.ts'],
  },
  {
    file: 'server/features/credits/stream/commit-queue.ts',
    find: '    if (this.#pending.length > 0) this.#start();\n',
    replace: '',
    tests: ['server/features/credits/stream/commit-queue.test.ts'],
  },
  {
    file: 'server/features/credits/stream/commit-batch.ts',
    find: 'if (pending.retries > 0 && !conflicts.has(pending.streamId)) pending.resolve',
    replace: 'if (!conflicts.has(pending.streamId)) pending.resolve',
    tests: SHARED_STREAM,
  },
  {
    file: 'server/features/credits/stream/commit-batch.ts',
    find: 'await store.confirm(event);',
    replace: '',
    tests: ['server/features/credits/stream/write-concern.int.test.ts', ...LEDGER],
  },
  {
    file: 'server/features/credits/stream/commit-batch.ts',
    find: 'if (retried.length > 0) deps.streams.evict(streamId);',
    replace: '',
    tests: SHARED_STREAM,
  },
  {
    file: 'server/features/credits/stream/append-drafts.ts',
    find: 'for (const draft of drafts) deps.streams.evict(streamOf(draft));',
    replace: '',
    tests: LEDGER,
  },
  {
    file: 'server/features/credits/stream/append-drafts.ts',
    find: 'rest = unwritten.filter((draft) => streamOf(draft) !== taken);',
    replace: 'rest = [];',
    tests: LEDGER,
  },
  {
    file: 'server/features/credits/stream/stream-cache.ts',
    find: 'event !== undefined && event.version > stream.head.version',
    replace: 'event === undefined && stream.head.version < 0',
    tests: SHARED_STREAM,
  },
  {
    file: 'server/features/credits/stream/credit-event-store.ts',
    find: 'if (error.result.getWriteConcernError() !== undefined) return undefined;',
    replace: '',
    tests: ['server/features/credits/stream/credit-event-store.test.ts'],
  },
  {
    file: 'server/features/credits/adjustments/adjust-credits.ts',
    find: "const undone = result.ok ? {} : ({ outcome: 'open' } as const);",
    replace: 'const undone = {};',
    tests: ADJUST,
  },
  {
    file: 'server/features/credits/adjustments/adjust-credits.ts',
    find: ' || record.amount !== amount',
    replace: '',
    tests: ADJUST,
  },
  {
    file: 'server/features/credits/history/present-history.ts',
    find: "type === 'hold' || type === 'deduct' ? -amount : amount",
    replace: "type === 'hold' ? -amount : amount",
    tests: HISTORY,
  },
  {
    file: 'server/features/credits/history/history-csv.ts',
    find: 'String(entry.debt),',
    replace: 'String(entry.held),',
    tests: HISTORY,
  },
  {
    file: 'server/features/credits/audit/check-stream.ts',
    find: 'if (expected > this.#version) this.#removed(this.#version + 1, expected);',
    replace: '',
    tests: AUDIT,
  },
  {
    file: 'server/features/credits/audit/check-event.ts',
    find: "if (link.stored !== link.computed) altered.push('its hash does not match its content');",
    replace: '',
    tests: AUDIT,
  },
  {
    file: 'server/features/credits/audit/check-causes.ts',
    find: 'else if (expected.due || isStuck(expected, this.#deps.now))',
    replace: 'else if (expected.due)',
    tests: AUDIT,
  },
  {
    file: 'server/features/credits/audit/check-causes.ts',
    find: 'if (!due || held === calls) continue;',
    replace: 'if (!due || held >= calls) continue;',
    tests: AUDIT,
  },
];
