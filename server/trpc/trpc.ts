import '../lib/zod-texts.ts';
import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError, type output, type ZodType } from 'zod';
import { AppError, databaseDown, unauthenticated } from '#server/lib/errors.ts';
import type { Context, SignedInUser } from './context.ts';
import { TRPC_CODE_BY_STATUS } from './trpc-codes.ts';

/** Where a procedure appears among the documented REST paths (design §2.6). */
export interface RestRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{param}` segments, which become input fields, and a trailing slash where the document has one. */
  path: string;
  /** Success status; 200 where absent. */
  status?: number;
  summary: string;
  /** Whether an `Idempotency-Key` makes it happen once (contract §6). */
  takesKey?: boolean;
  /** Turns the procedure's output into the documented body; identity where absent. */
  present?: (output: never) => unknown;
  /** The schema of the documented body, where `present` changes it. */
  body?: ZodType;
  /** The cursor of the next page, for a body that has no room for it: it is told in a `Link` header. */
  nextOf?: (output: never) => string | null;
  /** Campaign calls also carry `success: false` in their errors (contract §6). */
  successFlag?: boolean;
}

export interface ProcedureMeta {
  rest?: RestRoute | RestRoute[];
  /** For signed-in callers alone: everybody else is turned away before their body is read. */
  signedIn?: boolean;
}

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    // A line that is silent for long is cut by proxies; a client that hears nothing for longer takes it for dead.
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

/** The text of a framework error; faults of ours say nothing about themselves. */
function publicMessage(error: TRPCError): string {
  return error.code === 'INTERNAL_SERVER_ERROR' ? 'An unexpected error occurred' : error.message;
}

/** What a caller may know of an error that a call ended with; `undefined` for faults of ours, a wrong output too. */
export function knownError({ code, cause }: TRPCError): AppError | undefined {
  if (cause instanceof AppError) return cause;
  return code === 'BAD_REQUEST' ? invalidInput(cause) : undefined;
}

/** Whoever has mended so many fields sends them again. */
export const MAX_NAMED_FIELDS = 100;

/** 400 for an input that cannot be read, with its fields named: `{ campaign_name: 'A campaign name is required' }`. */
export function invalidInput(cause: unknown): AppError {
  // Without a ZodError: a body that is not JSON, or more mistakes than zod can list before its stack is full.
  if (!(cause instanceof ZodError)) return new AppError('INVALID_INPUT', 'The input cannot be read.');
  const issues = cause.issues.slice(0, MAX_NAMED_FIELDS);
  const named = issues.map(({ path, message }) => [path.join('.') || 'body', message] as const);
  const text = named.map(([field, message]) => `${field}: ${message}`).join('; ');
  return new AppError('INVALID_INPUT', text, { fields: Object.fromEntries(named) });
}

/** What a caller sent past the procedures, by its schema. Throws `AppError` INVALID_INPUT with the fields named. */
export function readInput<Schema extends ZodType>(schema: Schema, sent: unknown): output<Schema> {
  const input = schema.safeParse(sent);
  if (!input.success) throw invalidInput(input.error);
  return input.data;
}

/** An expected refusal with the status that it has over HTTP. */
export function asTrpcError(cause: AppError): TRPCError {
  return new TRPCError({
    code: TRPC_CODE_BY_STATUS[cause.status] ?? 'BAD_REQUEST',
    message: cause.message,
    cause,
  });
}

const appErrors = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  const known = cause instanceof AppError ? cause : databaseDown(cause);
  if (known !== undefined) throw asTrpcError(known);
  return result;
});

const signedIn = t.middleware(({ ctx, next }) => {
  if (ctx.user === null) throw unauthenticated();
  const user: SignedInUser = ctx.user;
  return next({ ctx: { ...ctx, user } });
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** For anyone. */
export const publicProcedure = t.procedure.use(appErrors);
/** For signed-in users and integrators; 401 otherwise, before the input is looked at (contract §5). */
export const protectedProcedure = publicProcedure.meta({ signedIn: true }).use(signedIn);
