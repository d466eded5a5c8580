import { systemClock } from '#server/lib/clock.ts';
import { createCreditsFeature } from '#server/credits/credits-feature.ts';
import { newId } from '#server/lib/ids.ts';
import { createLogger } from '#server/lib/log.ts';
import type { BenchDatabase } from '../database.ts';
import type { LedgerContender } from './ledger-contender.ts';

const CAMPAIGN = 'campaign';
/** More calls than any run deducts. */
const HELD_CALLS = 5_000_000;

/** The product's ledger, charging delivered calls of a campaign one by one. */
export async function createHark({
  connection,
}: Pick<BenchDatabase, 'connection'>): Promise<LedgerContender> {
  const credits = createCreditsFeature({ connection, clock: systemClock, log: createLogger('warn') });
  await Promise.all(credits.models.map((model) => model.createIndexes()));
  const funded = new Map<string, Promise<void>>();
  // Keys are unique across runs and processes; a random key per append would distort the measurement.
  const run = newId();
  let n = 0;
  return {
    name: 'hark',
    slow: false,
    async append(account) {
      const ready = funded.get(account) ?? fund(credits.ledger, account);
      funded.set(account, ready);
      await ready;
      n += 1;
      const key = `deduct:${CAMPAIGN}:${run}${String(n)}`;
      const result = await credits.ledger.execute(account, {
        type: 'deduct',
        key,
        campaignId: CAMPAIGN,
        calls: 1,
      });
      if (!result.ok) throw new Error(`refused: ${result.refusal.type}`);
    },
    close: () => credits.close(),
  };
}

/** Gives an account a plan, credits and a campaign with a hold. Safe to run concurrently in several processes. */
async function fund(
  ledger: ReturnType<typeof createCreditsFeature>['ledger'],
  account: string,
): Promise<void> {
  const id = 'invoice';
  const period = { id, start: new Date(0) };
  await ledger.execute(account, {
    type: 'grant',
    key: 'grant:1',
    plan: 'scale',
    source: { kind: 'invoice', id },
    period,
  });
  await ledger.execute(account, { type: 'adjust', key: 'adjust:1', amount: 1_000_000_000, reason: 'bench' });
  await ledger.execute(account, { type: 'hold', key: 'hold:1', campaignId: CAMPAIGN, calls: HELD_CALLS });
}
