import { AsyncLocalStorage } from 'node:async_hooks';

/** What a request or a job is known by, in every log line and in the calls to providers. */
export interface CallContext {
  requestId: string;
  /** The name of the job, if this is one. */
  job?: string;
  jobId?: string;
  campaignId?: string;
  /** Whether its answer repeats the stored result of an `Idempotency-Key`. */
  replayed?: true;
}

const storage = new AsyncLocalStorage<CallContext>();

/** Runs `work` and everything that it starts in a context. Returns what it returns. */
export function inContext<Result>(context: CallContext, work: () => Result): Result {
  return storage.run(context, work);
}

/** Returns the context of the request or job that is being executed, if any. */
export function callContext(): CallContext | undefined {
  return storage.getStore();
}
