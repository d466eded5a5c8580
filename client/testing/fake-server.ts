import { TRPCClientError, type TRPCLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '#server/app/app-router.ts';
import type { ErrorCode, ErrorDetails } from '#shared/error-codes.ts';

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;

/** What the server answers to each call that a screen makes; a call without an answer fails the test. */
export type Answers = {
  [R in keyof Outputs]?: {
    [P in keyof Outputs[R]]?: (
      input: P extends keyof Inputs[R] ? Inputs[R][P] : never,
    ) => Outputs[R][P] | Promise<Outputs[R][P]>;
  };
};

/** An answer that does not come before the test gives it. */
export interface Held<T> {
  promise: Promise<T>;
  give: (value: T) => void;
}

/** Returns an answer that the test gives later. */
export function held<T>(): Held<T> {
  let give: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { promise, give };
}

interface Refusal {
  code?: ErrorCode;
  /** The HTTP status. */
  status?: number;
  details?: ErrorDetails;
}

/** Returns the error of the server that refuses a call. */
export function refusal(
  message: string,
  { code = 'INVALID_INPUT', status = 400, details = {} }: Refusal = {},
) {
  const data = { code: 'BAD_REQUEST', httpStatus: status, path: '', appCode: code, details };
  return TRPCClientError.from<AppRouter>({ error: { code: -32600, message, data } } as never);
}

/** Returns the error of a call that got no response. */
export function noResponse(): Error {
  return TRPCClientError.from<AppRouter>(new Error('Failed to fetch'));
}

/** A call that a screen made, with its Idempotency-Key. */
export interface FakeCall {
  path: string;
  input: unknown;
  requestKey: unknown;
}

/** Returns a link that gives the answers, and records the calls and those without an answer. */
export function fakeLink(answers: Answers, calls: FakeCall[], unanswered: string[]): TRPCLink<AppRouter> {
  const named = answers as Record<string, Record<string, (input: unknown) => unknown> | undefined>;
  return () =>
    ({ op: { path, input, context } }) =>
      observable((observer) => {
        calls.push({ path, input, requestKey: context['requestKey'] });
        const [feature = '', procedure = ''] = path.split('.');
        const answer = named[feature]?.[procedure];
        if (answer === undefined) unanswered.push(path);
        Promise.resolve()
          .then(() => answer?.(input))
          .then(
            (data) => {
              observer.next({ result: { type: 'data', data } });
              observer.complete();
            },
            (error: unknown) => {
              observer.error(error as TRPCClientError<AppRouter>);
            },
          );
      });
}
