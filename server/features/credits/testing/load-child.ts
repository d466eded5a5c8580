import { writeSync } from 'node:fs';
import { systemClock } from '#server/platform/lib/clock.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import type { CreditCommand } from '../commands.ts';
import { campaign } from './given.ts';
import { testLedger } from './test-ledger.ts';

/** Concurrent callers. */
const CALLERS = 16;
/** Each round begins this many commands after the previous one, among commands whose outcome is unknown. */
const ROUND_OFFSET = 10;

const [uri = '', round = '', ...streamIds] = process.argv.slice(2);
const ledger = testLedger(await connectDatabase(uri), { clock: systemClock });

/** Returns the `n`th command over all rounds: holds, deductions and releases. */
function commandOf(n: number): CreditCommand {
  const { hold, deduct, release } = campaign(`c${String(n % 7)}`);
  const unique = (command: CreditCommand): CreditCommand => ({
    ...command,
    key: `${command.key}:${String(n)}`,
  });
  return unique([hold(2), hold(3), deduct(1), release(1)][n % 4] ?? hold(1));
}

/** Sends commands in an endless loop and prints each acknowledged one synchronously, so that a kill cannot lose it. */
async function sendForever(caller: number): Promise<never> {
  for (let n = Number(round) * ROUND_OFFSET + caller; ; n += CALLERS) {
    for (const streamId of streamIds) {
      const command = commandOf(n);
      const result = await ledger.execute(streamId, command);
      if (result.ok) writeSync(1, `${streamId} ${command.key} ${String(result.event.version)}\n`);
    }
  }
}

await Promise.all(Array.from({ length: CALLERS }, (_, caller) => sendForever(caller)));
