import type { CreditCommand } from '../commands.ts';
import { decide } from '../decide.ts';
import type { CreditEvent } from '../events.ts';
import { INITIAL_STATE, type StreamState } from '../evolve.ts';
import type { Refusal } from '../api.ts';
import { EMPTY_HEAD, recordEvent } from '../stream/record.ts';

/** A stream in memory: the ledger without a database, for a single caller. */
export class MemoryStream {
  readonly events: CreditEvent[] = [];
  readonly refusals: Refusal[] = [];

  /** Executes a command; a repeated key changes nothing. */
  execute(command: CreditCommand, now = new Date(0)): void {
    if (this.events.some(({ key }) => key === command.key)) return;
    const head = this.events.at(-1);
    const state = this.state('campaignId' in command ? command.campaignId : undefined);
    const { facts, refusal } = decide(state, command);
    if (facts === undefined) this.refusals.push(refusal);
    else this.events.push(recordEvent('stream', head ?? EMPTY_HEAD, state, { command, facts, now }));
  }

  /** The state that a command on a campaign, or on none, is decided on. */
  state(campaignId: string | undefined): StreamState {
    const { balance, period } = this.events.at(-1) ?? INITIAL_STATE;
    const last = this.events.findLast((event) => 'campaignId' in event && event.campaignId === campaignId);
    return { balance, period, hold: last !== undefined && 'hold' in last ? last.hold : [] };
  }
}
