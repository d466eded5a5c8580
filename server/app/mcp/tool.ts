import type { z } from 'zod';
import type { ApiKeyScope } from '#shared/schemas/account/api-keys.ts';
import type { AppRouter } from '#server/app/app-router.ts';
import type { Clock } from '#server/platform/lib/clock.ts';

/** Calls the procedures as the caller of the request. */
export type Api = ReturnType<AppRouter['createCaller']>;

/** What a tool is given beside its arguments. */
export interface ToolContext {
  api: Api;
  /** The address of Hark, for links. */
  baseUrl: string;
  clock: Clock;
}

/** Something that a program can do through the Model Context Protocol. */
export interface Tool {
  name: string;
  title: string;
  /** For a model: what it does, and what to ask a person before. */
  description: string;
  /** What a key must be allowed to at least. */
  scope: ApiKeyScope;
  /** The procedures that it calls; a key has the tool if it may call all of them. */
  calls: readonly string[];
  input: z.ZodObject;
  /** `args` are what `input` made of the arguments. Throws `AppError` for what a caller can mend. */
  run(context: ToolContext, args: unknown): Promise<unknown>;
}

/** Describes a tool whose `run` has the types of its arguments. */
export function defineTool<Input extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'run'> & {
    input: Input;
    run(context: ToolContext, args: z.output<Input>): Promise<unknown>;
  },
): Tool {
  return tool;
}
