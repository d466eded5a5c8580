import { formatNumber } from '#shared/formats.ts';

/** How often a terminal is updated, and after how many steps a line is written elsewhere. */
const INTERVAL_MS = 250;
const STEPS_A_LINE = 100_000;

/** Where progress is shown: standard error, as standard output is the command's. */
interface Screen {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** Shows how far a long command is: in place on a terminal, else a line after every 100,000 steps. */
export class Progress {
  readonly #screen: Screen;
  readonly #what: string;
  #steps = 0;
  #shownAt = 0;
  #isShown = false;

  /** `what` names the steps: `events`. */
  constructor(what: string, screen: Screen = process.stderr) {
    this.#what = what;
    this.#screen = screen;
  }

  add(steps: number, note = ''): void {
    const before = this.#steps;
    this.#steps += steps;
    const text = `${formatNumber(this.#steps)} ${this.#what}${note}`;
    if (this.#screen.isTTY !== true) {
      const isDue = Math.floor(this.#steps / STEPS_A_LINE) > Math.floor(before / STEPS_A_LINE);
      if (isDue) this.#screen.write(`${text}\n`);
    } else if (Date.now() - this.#shownAt >= INTERVAL_MS) {
      this.#shownAt = Date.now();
      this.#isShown = true;
      this.#screen.write(`\r\u001B[K${text}`);
    }
  }

  /** Removes what is shown on a terminal, before something else is printed. */
  clear(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#screen.write('\r\u001B[K');
  }
}
