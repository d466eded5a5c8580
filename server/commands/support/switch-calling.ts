import { userInfo } from 'node:os';
import type { Features } from '#server/app/features.ts';
import type { SupportCommand } from './usage.ts';

type SwitchCommand = Exclude<SupportCommand, { email: string }>;

/** Stops all calls of this Hark, or lets them go on. Returns a line that says what was done. */
export async function switchCalling(
  { calling: { stops } }: Pick<Features, 'calling'>,
  { name, reason }: SwitchCommand,
): Promise<string> {
  const change = { at: new Date(), by: userInfo().username, reason };
  if (name === 'resume-calling')
    return (await stops.resume(change))
      ? 'Calls go on: campaigns that wait are called within 30 seconds.'
      : 'Calls were not stopped.';
  if (await stops.stop(change)) return 'All calls are stopped. Reports of those that were made still arrive.';
  const stopped = await stops.current();
  return `All calls were stopped before: on ${stopped?.at.toISOString() ?? ''} by ${stopped?.by ?? ''}, ${stopped?.reason ?? ''}`;
}
