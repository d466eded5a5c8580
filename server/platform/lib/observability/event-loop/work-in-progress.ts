import { callContext, type CallContext } from '#server/platform/lib/observability/call-context.ts';

/** A request or a job. */
interface Work {
  /** Returns its name, as far as it is known by now: the route is found during the request. */
  nameOf: () => string;
  /** The procedures that it calls. */
  procedures: Set<string>;
}

const inProgress = new Set<Work>();
const works = new WeakMap<CallContext, Work>();
let latest: WeakRef<CallContext> | undefined;
const watchers = new Set<() => void>();

/** Notes that a request or job has begun, which is executed in `context`. Returns a function that notes its end. */
export function beginWork(context: CallContext, nameOf: Work['nameOf']): () => void {
  const work = { nameOf, procedures: new Set<string>() };
  works.set(context, work);
  inProgress.add(work);
  if (inProgress.size === 1) for (const begun of watchers) begun();
  latest = new WeakRef(context);
  return () => void inProgress.delete(work);
}

/** Calls `begun` each time that work begins while none is in progress. Returns a function that ends this. */
export function onFirstWork(begun: () => void): () => void {
  watchers.add(begun);
  return () => void watchers.delete(begun);
}

/** Whether a request or job is in progress. */
export function isWorking(): boolean {
  return inProgress.size > 0;
}

/** Adds a procedure to the name of the current request, if there is one. */
export function noteProcedure(procedure: string): void {
  const context = callContext();
  if (context !== undefined) works.get(context)?.procedures.add(procedure);
}

/** Returns the name of what is or was executed in a context, such as `POST /trpc campaigns.create`. */
export function nameOfWork(context: CallContext): string {
  const work = works.get(context);
  return work === undefined ? 'other work' : fullName(work);
}

/** Returns the names of all that is in progress, each once, the latest first. */
export function namesOfWork(): string[] {
  return [...new Set([...inProgress].reverse().map(fullName))];
}

/** Returns the context of the request or job that began last, even if it has ended. */
export function latestWork(): CallContext | undefined {
  return latest?.deref();
}

function fullName({ nameOf, procedures }: Work): string {
  return [nameOf(), ...procedures].join(' ');
}
