import type { AnyProcedure, AnyRouter } from '@trpc/server';
import {
  recentProcedure,
  recentSession,
  type ProcedureMeta,
  type RestRoute,
} from '#server/platform/trpc/trpc.ts';

type Middlewares = readonly unknown[];

const middlewaresOf = (procedure: unknown) =>
  (procedure as { _def: { middlewares: Middlewares } })._def.middlewares;
const RECENT = middlewaresOf(recentProcedure).at(-1);
const RECENT_SESSION = (recentSession as unknown as { _middlewares: Middlewares })._middlewares.at(-1);

/** Stands in for the dependencies of a router that is made and never called. */
export const UNUSED: never = new Proxy((): undefined => undefined, {
  get: (_, name) => (typeof name === 'string' ? UNUSED : undefined),
}) as never;

/** Returns a line for each procedure of a router, and for each of its routes: who may call it, and what integrators rely on. */
export function listCalls(router: AnyRouter): string {
  const procedures = Object.entries(router._def.procedures as Record<string, AnyProcedure>);
  return `${procedures.flatMap(([name, procedure]) => linesOf(name, procedure)).join('\n')}\n`;
}

function linesOf(name: string, { _def }: AnyProcedure): string[] {
  const { rest, signedIn, cost, errors } = (_def.meta ?? {}) as ProcedureMeta;
  const middlewares = middlewaresOf({ _def });
  const own = words({
    'signed in': signedIn,
    recent: middlewares.includes(RECENT),
    'recent session': middlewares.includes(RECENT_SESSION),
    cost,
    errors,
  });
  return [`${_def.type} ${name}${own}`, ...[rest ?? []].flat().map((route) => `  ${lineOf(route)}`)];
}

function lineOf({
  method,
  path,
  summary,
  toBody,
  nextCursor,
  bodySchema,
  upload,
  ...route
}: RestRoute): string {
  const shaped = { toBody: toBody !== undefined, bodySchema: bodySchema !== undefined };
  const others = { nextCursor: nextCursor !== undefined, upload: upload !== undefined };
  return `${method} ${path}${words({ ...route, ...shaped, ...others })}: ${summary}`;
}

function words(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}=${String(value)}`))
    .join('');
}
