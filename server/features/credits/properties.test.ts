import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthlyAllowance, PLANS, lotsCost } from '#shared/plans.ts';
import type { CreditCommand } from './commands.ts';
import { readEvent, type CreditEvent } from './events.ts';
import { eventHash } from './stream/hash.ts';
import { containsLots, countCalls } from './lots.ts';
import { storedState, Replay } from './stream/replay.ts';
import { anyCommand } from './testing/arbitrary-commands.ts';
import { MemoryStream } from './testing/memory-stream.ts';

const sequences = fc.array(anyCommand, { minLength: 1, maxLength: 60 });

function streamOf(commands: CreditCommand[]): MemoryStream {
  const stream = new MemoryStream();
  for (const command of commands) stream.execute(command);
  return stream;
}

/** Checks a property on the events of random command sequences. */
function holdsFor(check: (events: CreditEvent[], stream: MemoryStream) => void): void {
  fc.assert(
    fc.property(sequences, (commands) => {
      const stream = streamOf(commands);
      check(stream.events, stream);
    }),
    { numRuns: 500 },
  );
}

const sum = (events: CreditEvent[], type: CreditEvent['type'], of = (event: CreditEvent) => event.amount) =>
  events.filter((event) => event.type === type).reduce((total, event) => total + of(event), 0);

test('no amount is negative, and no credits are available with a debt', () => {
  holdsFor((events) => {
    for (const { balance, period } of events) {
      const amounts = [
        balance.available,
        balance.held,
        balance.debt,
        period?.reserved ?? 0,
        period?.used ?? 0,
      ];
      expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0);
      expect(Math.min(balance.available, balance.debt)).toBe(0);
    }
  });
});

test('versions have no gaps, and every event is chained to the previous one', () => {
  holdsFor((events) => {
    events.forEach((event, index) => {
      expect(event.version).toBe(index + 1);
      expect(event.previousHash).toBe(events[index - 1]?.hash ?? '');
      expect(event.hash).toBe(eventHash(event));
      expect(readEvent(event)).toEqual(event);
    });
  });
});

test('available + held - debt = granted + adjusted + refunded - deducted, exactly', () => {
  holdsFor((events) => {
    const { available, held, debt } = events.at(-1)?.balance ?? { available: 0, held: 0, debt: 0 };
    expect(available + held - debt).toBe(
      sum(events, 'grant') + sum(events, 'adjust') + sum(events, 'refund') - sum(events, 'deduct'),
    );
    expect(held).toBe(sum(events, 'hold') - sum(events, 'release') - sum(events, 'deduct'));
  });
});

test('a hold is undone by its lots at the prices at which it was made, whatever was held before', () => {
  const campaign = { campaignId: 'c1', key: 'hold:c1:1:undone' };
  fc.assert(
    fc.property(sequences, fc.integer({ min: 1, max: 2_000 }), (commands, calls) => {
      const stream = streamOf(commands);
      const before = stream.state('c1');
      stream.execute({ type: 'hold', ...campaign, calls });
      const held = stream.events.at(-1);
      if (held?.type !== 'hold' || held.key !== campaign.key) return;
      const release = {
        type: 'release',
        campaignId: 'c1',
        calls,
        lots: held.lots,
        reason: 'undone',
      } as const;
      stream.execute({ ...release, key: 'release:c1:1:undone' });
      expect(stream.events.at(-1)).toMatchObject({ type: 'release', amount: held.amount });
      expect(stream.state('c1')).toEqual(before);
      // They are not there any more, unless as many at the same prices were held before.
      stream.execute({ ...release, key: 'release:c1:1:again' });
      const isReleased = stream.events.at(-1)?.key === 'release:c1:1:again';
      expect(isReleased).toBe(containsLots(before.hold, held.lots));
    }),
    { numRuns: 500 },
  );
});

test('only a refund creates debt, and no hold is made with a debt', () => {
  holdsFor((events) => {
    events.forEach(({ type, balance }, index) => {
      const before = events[index - 1]?.balance.debt ?? 0;
      if (balance.debt > before) expect(type).toBe('refund');
      if (before > 0) expect(type).not.toBe('hold');
    });
  });
});

test('a refund is never refused: it takes what is available and owes the rest', () => {
  holdsFor((events) => {
    events.forEach(({ type, amount, balance }, index) => {
      if (type !== 'refund' || amount > 0) return;
      const before = events[index - 1]?.balance ?? { available: 0, debt: 0 };
      const taken = Math.min(before.available, -amount);
      expect(balance.available).toBe(before.available - taken);
      expect(balance.debt).toBe(before.debt - amount - taken);
    });
  });
});

test('a replay reproduces the state stored with every event', () => {
  holdsFor((events) => {
    const replay = new Replay();
    for (const event of events) expect(storedState(event)).toEqual({ ...replay.apply(event) });
    expect(replay.heldByCampaigns).toBe(replay.balance.held);
  });
});

test('deducted and released calls and credits of a campaign never exceed what it held, and its lots add up', () => {
  holdsFor((events) => {
    for (const campaignId of ['c1', 'c2', 'c3']) {
      const own = events.filter((event) => 'campaignId' in event && event.campaignId === campaignId);
      const calls = (event: CreditEvent) => ('lots' in event ? countCalls(event.lots) : 0);
      for (const of of [calls, ({ amount }: CreditEvent) => amount]) {
        const left = sum(own, 'hold', of) - sum(own, 'deduct', of) - sum(own, 'release', of);
        expect(left).toBeGreaterThanOrEqual(0);
      }
      for (const event of own) if ('lots' in event) expect(event.amount).toBe(lotsCost(event.lots));
    }
  });
});

test('within a period no more calls than the allowance are charged at the plan’s price', () => {
  holdsFor((events) => {
    for (const { period } of events) {
      if (period === null) continue;
      expect(period.reserved + period.used).toBeLessThanOrEqual(monthlyAllowance(PLANS[period.plan]));
    }
  });
});

test('in one period the cost of delivered calls does not depend on how they were held, released and settled', () => {
  const sequence = fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('hold' as const), calls: fc.integer({ min: 1, max: 150 }) }),
      fc.record({ type: fc.constant('deduct' as const), calls: fc.integer({ min: 1, max: 150 }) }),
      fc.record({
        type: fc.constant('release' as const),
        calls: fc.integer({ min: 1, max: 150 }),
        reason: fc.constant('x'),
      }),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(sequence, (operations) => {
      const stream = new MemoryStream();
      const period = { id: 'p', start: new Date(0) };
      for (let n = 0; n < 3; n += 1) {
        const id = `in_${String(n)}`;
        stream.execute({
          type: 'grant',
          key: `grant:invoice:${id}`,
          plan: 'launch',
          source: { kind: 'invoice', id },
          period,
        });
      }
      operations.forEach((operation, n) => {
        stream.execute({ ...operation, key: `${operation.type}:c1:${String(n)}`, campaignId: 'c1' });
      });
      const used = stream.events.at(-1)?.period?.used ?? 0;
      const delivered = sum(stream.events, 'deduct', (event) =>
        'lots' in event ? countCalls(event.lots) : 0,
      );
      expect(used).toBe(Math.min(delivered, 400));
      expect(sum(stream.events, 'deduct')).toBe(used * 50 + (delivered - used) * 65);
    }),
  );
});

test('a refusal for insufficient credits or an exceeded hold is justified by its amounts', () => {
  holdsFor((_, { refusals }) => {
    for (const refusal of refusals) {
      if (refusal.type === 'InsufficientCredits') expect(refusal.needed).toBeGreaterThan(refusal.available);
      if (refusal.type === 'ExceedsHold') expect(refusal.requested).toBeGreaterThan(refusal.held);
    }
  });
});
