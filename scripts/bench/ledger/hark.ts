import { createIndexes } from '#server/app/database/indexes.ts';
import type { CreditLedger } from '#server/features/credits/api.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { composeBenchFeatures, fund } from '../data/bench-features.ts';
import type { BenchDatabase } from '../data/database.ts';
import type { LedgerContender } from './ledger-contender.ts';

const CAMPAIGN = 'campaign';
/** More calls than any run deducts. */
const HELD_CALLS = 5_000_000;

/** The product's ledger, charging delivered calls of a campaign one by one. */
export async function createHark({
  connection,
}: Pick<BenchDatabase, 'connection'>): Promise<LedgerContender> {
  const { credits } = composeBenchFeatures(connection);
  await createIndexes(credits);
  const funded = new Map<string, Promise<void>>();
  // Keys are unique across runs and processes; a random key per append would distort the measurement.
  const run = newId();
  let n = 0;
  return {
    name: 'hark',
    slow: false,
    async append(account) {
      const ready = funded.get(account) ?? open(credits.ledger, account);
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

/** Gives an account credits and a campaign with a hold. Safe to run concurrently in several processes. */
async function open(ledger: CreditLedger, account: string): Promise<void> {
  await fund(ledger, account, new Date(0));
  await ledger.execute(account, { type: 'hold', key: 'hold:1', campaignId: CAMPAIGN, calls: HELD_CALLS });
}
