import { setTimeout as sleep } from 'node:timers/promises';
import type { Module } from './module.ts';

/** Resolves when nothing that requests began is running in any module, or it has taken as long as its module allows. */
export async function untilIdle(modules: readonly Pick<Module, 'idle' | 'idleMs'>[]): Promise<void> {
  await Promise.all(modules.map(waitFor));
}

async function waitFor({ idle, idleMs }: Pick<Module, 'idle' | 'idleMs'>): Promise<void> {
  if (idle === undefined) return;
  if (idleMs === undefined) await idle();
  else await Promise.race([idle(), sleep(idleMs, undefined, { ref: false })]);
}
