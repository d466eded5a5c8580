import { writeSync } from 'node:fs';
import { systemClock } from '#server/lib/clock.ts';
import { connectDatabase } from '#server/composition/database.ts';
import type { CreditCommand } from '../commands.ts';
import { campaign } from './given.ts';
import { testLedger } from './test-ledger.ts';

/** Callers that ask at once, over all streams. */
const CALLERS = 16;
/** A round begins so many commands after the one before: among those of which nobody knows what was written. */
const STEP = 10;

const [uri = '', round = '', ...streamIds] = process.argv.slice(2);
const ledger = testLedger(await connectDatabase(uri), { clock: systemClock });

/** The command number `n` of all rounds: holds, and what becomes of them. */
function commandOf(n: number): CreditCommand {
  const { hold, deduct, release } = campaign(`c${String(n % 7)}`);
  const unique = (command: CreditCommand): CreditCommand => ({
    ...command,
    key: `${command.key}:${String(n)}`,
  });
  return unique([hold(2), hold(3), deduct(1), release(1)][n % 4] ?? hold(1));
}

/** Asks without end and says what was acknowledged, by a write that no kill of this process takes back. */
async function askForever(caller: number): Promise<never> {
  for (let n = Number(round) * STEP + caller; ; n += CALLERS) {
    for (const streamId of streamIds) {
      const command = commandOf(n);
      const result = await ledger.execute(streamId, command);
      if (result.ok) writeSync(1, `${streamId} ${command.key} ${String(result.event.version)}\n`);
    }
  }
}

await Promise.all(Array.from({ length: CALLERS }, (_, caller) => askForever(caller)));
