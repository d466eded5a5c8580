import type { CreditCommand } from '../commands.ts';
import { decide } from '../decide.ts';
import type { CreditEvent } from '../events.ts';
import { NO_FIGURES } from '../evolve.ts';
import type { Refusal } from '../ledger-port.ts';
import { NO_EVENTS, recordEvent } from '../stream/record.ts';

/** A stream in memory: the ledger without a database, for one caller. */
export class MemoryStream {
  readonly events: CreditEvent[] = [];
  readonly refusals: Refusal[] = [];

  /** Appends what a command comes to; a key that was used has its event already. */
  execute(command: CreditCommand): void {
    if (this.events.some(({ key }) => key === command.key)) return;
    const head = this.events.at(-1);
    const { balance, period } = head ?? NO_FIGURES;
    const figures = { balance, period, hold: this.#holdOf(command) };
    const { facts, refusal } = decide(figures, command);
    if (facts === undefined) this.refusals.push(refusal);
    else
      this.events.push(
        recordEvent('stream', head ?? NO_EVENTS, figures, { command, facts, now: new Date(0) }),
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
