import '#server/platform/lib/text/zod-messages.ts';
import { initTRPC, TRPCError } from '@trpc/server';
import type { ZodType } from 'zod';
import type { Request } from 'express';
import type { ErrorCode } from '#shared/error-codes.ts';
import { AppError, databaseDown } from '#server/platform/lib/errors.ts';
import { noteProcedure } from '#server/platform/lib/observability/event-loop/work-in-progress.ts';
import { ObjectStoreUnavailable } from '#server/providers/errors.ts';
import type { CostClass } from './cost.ts';
import { invalidInput } from './invalid-input.ts';
import { observeProcedure } from './observe-procedure.ts';
import {
  requireArea,
  requireRecentAuthentication,
  requireUser,
  type CallContent,
  type Context,
  type SignedInContext,
} from './context.ts';

/** The REST route of a procedure. */
export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{param}` segments, which become input fields; a trailing slash is optional in requests. */
  path: string;
  /** Success status; default 200. */
  status?: number;
  summary: string;
  /** Whether the call accepts an `Idempotency-Key` header. */
  idempotent?: boolean;
  /** Maps the output of the procedure to the response body; default: the output itself. */
  toBody?: (output: never) => unknown;
  /** The schema of the response body, if `toBody` changes it. */
  bodySchema?: ZodType;
  /** Returns the cursor of the next page, which is sent in a `Link` header. */
  nextCursor?: (output: never) => string | null;
  /** Whether error responses include `success: false`, as campaign calls do. */
  successFlag?: boolean;
  /** Takes bodies that the procedure does not: a form with its list as the file `csv_file`, or a long list. */
  upload?: Upload;
  /** The type of body that this path is documented with; default JSON. */
  bodyType?: BodyType;
  /** Ends the operation id of a further path of the procedure. */
  variant?: string;
  /** The media type of the file that the call returns as a `FileDownload`, in place of JSON. */
  file?: 'text/csv';
  /** Error codes of this call beside those that any call of its kind can have. */
  errors?: readonly ErrorCode[];
}

/** The types of bodies of REST calls. */
export type BodyType = 'application/json' | 'multipart/form-data' | 'text/csv';

/** Receives the body of a REST call in place of its procedure. */
export interface Upload {
  /** Whether the body is one for `receive`; any other is left to the procedure. */
  accepts(req: Request): boolean;
  /** Reads the body and performs the call; returns its output. `signal` is aborted when the client disconnects. */
  receive(req: Request, ctx: SignedInContext, signal: AbortSignal): Promise<unknown>;
}

/** A file that a call returns; its content is sent by REST alone. */
export class FileDownload {
  readonly name: string;
  /** Yields its text in parts; ended early if nobody receives it. */
  readonly content: AsyncIterable<string>;

  constructor(name: string, content: AsyncIterable<string>) {
    this.name = name;
    this.content = content;
  }

  toJSON(): { file_name: string } {
    return { file_name: this.name };
  }
}

export interface ProcedureMeta {
  rest?: RestRoute | RestRoute[];
  /** Requires a signed-in caller: all others get 401 before the body is read. */
  signedIn?: boolean;
  /** What the call costs; without a class it is light. */
  cost?: CostClass;
  /** Error codes of the checks that this procedure shares with others. */
  errors?: readonly ErrorCode[];
}

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    // Proxies cut idle connections; a client that receives nothing for longer reconnects.
    sse: { ping: { enabled: true, intervalMs: 10_000 }, client: { reconnectAfterInactivityMs: 25_000 } },
    errorFormatter({ shape, error }) {
      const known = knownError(error);
      return {
        ...shape,
        message: known?.message ?? publicMessage(error),
        data: {
          code: shape.data.code,
          httpStatus: shape.data.httpStatus,
          path: shape.data.path,
          appCode: known?.code ?? 'INTERNAL',
          details: known?.details ?? {},
        },
      };
    },
  });

/** Returns the public message of a framework error; internal errors expose no details. */
function publicMessage(error: TRPCError): string {
  return error.code === 'INTERNAL_SERVER_ERROR' ? 'An unexpected error occurred' : error.message;
}

/** Returns the error that the caller may see, or `undefined` for internal errors, including invalid output. */
export function knownError({ code, cause }: TRPCError): AppError | undefined {
  if (cause instanceof AppError) return cause;
  return code === 'BAD_REQUEST' ? invalidInput(cause) : undefined;
}

/** Returns an UNAVAILABLE error if the database or the object store cannot be used; undefined for other errors. */
export function outage(error: unknown): AppError | undefined {
  if (!(error instanceof ObjectStoreUnavailable)) return databaseDown(error);
  const text = 'Recordings are not available for a moment. Please try again.';
  return new AppError('UNAVAILABLE', text, {}, { cause: error });
}

/** The tRPC error code of each HTTP status used by `AppError`. */
const TRPC_CODE_BY_STATUS: Readonly<Record<number, TRPCError['code']>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
};

/** Wraps an `AppError` in a `TRPCError` of the same HTTP status. */
export function asTrpcError(cause: AppError): TRPCError {
  return new TRPCError({
    code: TRPC_CODE_BY_STATUS[cause.status] ?? 'BAD_REQUEST',
    message: cause.message,
    cause,
  });
}

const measured = t.middleware(({ ctx: { instruments }, path, type, next }) => {
  noteProcedure(path);
  return instruments?.active === true && type !== 'subscription'
    ? observeProcedure(instruments, path, () => next())
    : next();
});

const appErrors = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  const known = cause instanceof AppError ? cause : outage(cause);
  if (known !== undefined) throw asTrpcError(known);
  return result;
});

const withContent = t.middleware(({ path, getRawInput, next }) => {
  const content: CallContent = { procedure: path, input: getRawInput };
  return next({ ctx: { content } });
});

const signedIn = t.middleware(({ ctx, next }) => next({ ctx: { user: requireUser(ctx) } }));

const withinAreas = t.middleware(({ ctx, path, type, next }) => {
  requireArea(ctx, path, type);
  return next();
});

/** Runs calls of a class that is bounded in their turn; REST sends files, and a subscription limits itself. */
const bounded = t.middleware(({ ctx, meta, signal, next }) => {
  const { costs, user } = ctx;
  const cost = meta?.cost;
  if (cost !== 'rows' && cost !== 'list') return next();
  return costs[cost](requireUser({ user }).uid, () => next(), signal);
});

const recentlyAuthenticated = t.middleware(({ ctx, next }) => {
  requireRecentAuthentication(ctx);
  return next();
});

/**
 * For calls on the documented paths that need a recent proof of identity from a session: throws 403 without one. API keys, which
 * have nobody to ask, pass.
 */
export const recentSession = t.middleware(({ ctx, next }) => {
  if (!ctx.viaApiKey) requireRecentAuthentication(ctx);
  return next();
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Open to all callers. */
export const publicProcedure = t.procedure.use(measured).use(appErrors).use(withContent);
/** For signed-in users and API keys; all others get 401 before the input is validated. */
export const protectedProcedure = publicProcedure
  .meta({ signedIn: true })
  .use(signedIn)
  .use(withinAreas)
  .use(bounded);
/** For signed-in users who proved their identity within the last ten minutes; all others get 401 or 403. */
export const recentProcedure = protectedProcedure.use(recentlyAuthenticated);
