import type { CreditLedger } from '#server/features/credits/api.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { fund } from '../data/hark-features.ts';

const CAMPAIGN = 'campaign';
/** More calls than any run deducts. */
const HELD_CALLS = 5_000_000;

/** Returns a function that charges an account for a delivered call, and opens the account the first time. */
export function chargedAccounts(ledger: CreditLedger): (account: string) => Promise<void> {
  const opened = new Map<string, Promise<unknown>>();
  const open = async (account: string): Promise<void> => {
    await fund(ledger, account);
    await ledger.execute(account, { type: 'hold', key: 'hold:1', campaignId: CAMPAIGN, calls: HELD_CALLS });
  };
  // Keys are unique across runs and processes; a random key per append would distort the measurement.
  const run = newId();
  let n = 0;
  return async (account) => {
    const ready = opened.get(account) ?? open(account);
    opened.set(account, ready);
    await ready;
    n += 1;
    const key = `deduct:${CAMPAIGN}:${run}${String(n)}`;
    const command = { type: 'deduct', key, campaignId: CAMPAIGN, calls: 1 } as const;
    const result = await ledger.execute(account, command);
    if (!result.ok) throw new Error(`refused: ${result.refusal.type}`);
  };
}
