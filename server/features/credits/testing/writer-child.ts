import mongoose from 'mongoose';
import { systemClock } from '#server/platform/lib/clock.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import type { CreditCommand } from '../commands.ts';
import type { CommandResult } from '../api.ts';
import { testLedger } from './test-ledger.ts';

/** Commands for this process: each writer sends its commands in sequence; the writers run concurrently. */
export interface WriterTask {
  streamId: string;
  writers: CreditCommand[][];
}

/** The results of each writer, in the order of its commands. */
export type WriterResult = CommandResult[][];

/** A process with its own ledger; executes the tasks of its parent until the parent disconnects. */
const connection = await connectDatabase(process.argv[2] ?? '');
const ledger = testLedger(connection, { clock: systemClock });

async function write(streamId: string, commands: CreditCommand[]): Promise<CommandResult[]> {
  const results: CommandResult[] = [];
  for (const command of commands) results.push(await ledger.execute(streamId, command));
  return results;
}

process.on('message', ({ streamId, writers }: WriterTask) => {
  void Promise.all(writers.map((commands) => write(streamId, commands))).then(
    async (result: WriterResult) => {
      await ledger.close();
      process.send?.(result);
    },
  );
});
process.once('disconnect', () => {
  void mongoose.disconnect();
});
process.send?.('ready');
