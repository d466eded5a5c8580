import mongoose from 'mongoose';
import { systemClock } from '#server/lib/clock.ts';
import { connectDatabase } from '#server/composition/database.ts';
import type { CreditCommand } from '../commands.ts';
import type { CommandResult } from '../ledger-port.ts';
import { testLedger } from './test-ledger.ts';

/** Commands for this process: each writer asks for one after the other, all writers at once. */
export interface WriterTask {
  streamId: string;
  writers: CreditCommand[][];
}

/** What each writer was answered, in its order. */
export type WriterResult = CommandResult[][];

/** A process with a ledger of its own: does tasks that its parent sends until the parent is gone. */
const connection = await connectDatabase(process.argv[2] ?? '');
const ledger = testLedger(connection, { clock: systemClock });

async function write(streamId: string, commands: CreditCommand[]): Promise<CommandResult[]> {
  const answers: CommandResult[] = [];
  for (const command of commands) answers.push(await ledger.execute(streamId, command));
  return answers;
}

process.on('message', ({ streamId, writers }: WriterTask) => {
  void Promise.all(writers.map((commands) => write(streamId, commands))).then(
    async (answer: WriterResult) => {
      await ledger.close();
      process.send?.(answer);
    },
  );
});
process.once('disconnect', () => {
  void mongoose.disconnect();
});
process.send?.('ready');
