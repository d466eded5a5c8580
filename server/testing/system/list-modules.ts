import mongoose from 'mongoose';
import type { Features } from '#server/app/features.ts';
import type { Module } from '#server/platform/module/module.ts';
import { NO_JOBS } from '#server/testing/fakes/no-jobs.ts';
import { composeTestFeatures } from './test-features.ts';

/** Returns what modules have a process do, erase, export and keep, a line for each. */
export function listModules(...names: (keyof Features)[]): string {
  // Those of modules that are listed are not used.
  const providers = new Proxy({}, { get: () => ({}) });
  const features = composeTestFeatures(mongoose.createConnection(), {
    providers,
    overrides: { jobs: () => NO_JOBS },
  });
  return `${names.flatMap((name) => [name, ...linesOf(features[name] as Module)]).join('\n')}\n`;
}

function linesOf(module: Module): string[] {
  const { duties = [], jobs = [], erasure = [], stored = [], models = [], exported } = module;
  const { sections = [] } = exported ?? {};
  const line = (what: string, of: unknown) => `  ${what} ${JSON.stringify(of)}`;
  return [
    ...duties.map(({ run: _run, ...duty }) => line('duty', duty)),
    ...jobs.map((job) => line('job', job)),
    ...erasure.map(({ erase: _erase, ...step }) => line('erases', step)),
    ...sections.map(({ rows: _rows, ...section }) => line('exports', section)),
    ...stored.map((kept) => line('stores', kept)),
    ...models.map((model) =>
      line('collection', (model as unknown as mongoose.Model<unknown>).collection.name),
    ),
  ];
}
