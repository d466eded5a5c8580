import type { CreditCommand } from '../commands.ts';
import { decide } from '../decide.ts';
import type { CreditEvent } from '../events.ts';
import { INITIAL_STATE } from '../evolve.ts';
import type { Refusal } from '../api.ts';
import { EMPTY_HEAD, recordEvent } from '../stream/record.ts';

/** A stream in memory: the ledger without a database, for a single caller. */
export class MemoryStream {
  readonly events: CreditEvent[] = [];
  readonly refusals: Refusal[] = [];

  /** Executes a command; a repeated key changes nothing. */
  execute(command: CreditCommand): void {
    if (this.events.some(({ key }) => key === command.key)) return;
    const head = this.events.at(-1);
    const { balance, period } = head ?? INITIAL_STATE;
    const state = { balance, period, hold: this.#holdOf(command) };
    const { facts, refusal } = decide(state, command);
    if (facts === undefined) this.refusals.push(refusal);
    else
      this.events.push(
        recordEvent('stream', head ?? EMPTY_HEAD, state, { command, facts, now: new Date(0) }),
      );
  }

  #holdOf(command: CreditCommand) {
    if (!('campaignId' in command)) return [];
    const last = this.events.findLast(
      (event) => 'campaignId' in event && event.campaignId === command.campaignId,
    );
    return last !== undefined && 'hold' in last ? last.hold : [];
  }
}
