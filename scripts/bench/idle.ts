import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#shared/time-units.ts';
import { fillDatabase } from './data/filled-database.ts';
import { commandsOf, withHark } from './data/systems.ts';
import type { Bench } from './harness/bench.ts';
import { measured, type Sample } from './harness/sample.ts';
import { totalOf } from './harness/processes.ts';

const SETTLE_MS = 20 * SECOND_MS;
const MEASURED_S = 120;
/** A web server and a worker. */
const PROCESSES = 2;
const CALLS = 20_000;

/**
 * What a web server, a worker and the database do at rest: with an empty database, and with accounts and finished calls.
 * `--seconds=N` sets how long each is watched.
 */
export const benchIdle: Bench = ({ say, inRounds, settings: { seconds = MEASURED_S } }) =>
  withHark({ workers: 1 }, async ({ connection }) => {
    const atRest = async () => {
      const before = await commandsOf(connection);
      const sample = await measured(1, () => sleep(seconds * SECOND_MS));
      return { ...sample, commands: (await commandsOf(connection)) - before };
    };
    const share = ({ time }: Sample) => (100 * totalOf(time, ['hark', 'database', 'emulators'])) / seconds;
    const minutes = (seconds * SECOND_MS) / MINUTE_MS;
    for (const bench of ['empty', `${String(CALLS)} finished calls`]) {
      say(`idle: ${bench}`);
      if (bench !== 'empty') await fillDatabase(connection, CALLS);
      await sleep(SETTLE_MS);
      const { row } = await inRounds(bench, atRest);
      row('processor time of all, percent of one', share, { atMost: 1 });
      row('commands a minute and process', (one) => one.commands / minutes / PROCESSES, { atMost: 60 });
    }
  });
