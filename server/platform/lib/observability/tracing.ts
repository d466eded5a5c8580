/** A value of a span's attribute. */
export type Attribute = string | number | boolean;

/** A span to be made. */
export interface SpanOptions {
  name: string;
  kind: 'server' | 'client' | 'internal' | 'consumer';
  attributes?: Readonly<Record<string, Attribute>>;
  /** The `traceparent` header of a caller, which makes the span part of its trace if it is well-formed. */
  traceparent?: string | undefined;
}

/** A span that is being recorded. */
export interface Span {
  set(attributes: Readonly<Record<string, Attribute>>): void;
  /** Renames the span: the route of a request is known at its end. */
  rename(name: string): void;
  /** Marks the span as failed; `kind` names the error and holds no data. */
  fail(kind: string): void;
  end(): void;
}

/** Records what a process does, as spans that nest. */
export interface Tracing {
  /** Whether spans are recorded at all. */
  readonly active: boolean;
  /** Runs `work` in a span that it ends itself. Returns what it returns. */
  open<Result>(options: SpanOptions, work: (span: Span) => Result): Result;
  /** Begins a span within the current one; without one there is none, and it returns undefined. */
  begin(options: SpanOptions): Span | undefined;
  /** Returns the headers that pass the current span to another service. */
  headers(): Record<string, string>;
  /** Sends what is recorded. Never rejects and takes at most two seconds. */
  close(): Promise<void>;
}

const ignore = (): void => undefined;
const NO_SPAN: Span = { set: ignore, rename: ignore, fail: ignore, end: ignore };

/** Records nothing. */
export const NO_TRACING: Tracing = {
  active: false,
  open: (_options, work) => work(NO_SPAN),
  begin: () => undefined,
  headers: () => ({}),
  close: () => Promise.resolve(),
};

/** Runs `work` in a span that ends with it. Returns what it returns. */
export async function inSpan<Result>(
  tracing: Tracing,
  options: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracing.open(options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.fail(error instanceof Error ? error.name : 'Error');
      throw error;
    } finally {
      span.end();
    }
  });
}
