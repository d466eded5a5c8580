import type { ParseArgsConfig } from 'node:util';
import type { Calls } from '../client/calls.ts';

/** What a command reads and writes. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream;
}

/** The arguments of a command, and what it works with. */
export interface Run extends Terminal {
  args: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  calls: Calls;
}

export interface Command {
  /** What follows its name, for example `<file> --name <name>`. */
  usage: string;
  text: string;
  options?: ParseArgsConfig['options'];
  /** How many arguments it takes beside its options. */
  args: { least: number; most: number };
  /** Resolves to the exit code. */
  run: (run: Run) => Promise<number>;
}

/** Writes a result: as JSON where that is asked for, otherwise as text. */
export function write(
  { options, stdout }: Pick<Run, 'options' | 'stdout'>,
  data: unknown,
  text: string,
): void {
  stdout.write(`${options['json'] === true ? JSON.stringify(data, null, 2) : text}\n`);
}

/** Returns the text of an option; `undefined` if it was not given. */
export function optionOf({ options }: Pick<Run, 'options'>, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Lines up the columns of a table, which also reads well through `cut` and `awk`: a tab before each but the first. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('\t')
        .trimEnd(),
    )
    .join('\n');
}
