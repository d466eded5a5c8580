import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { AnyProcedure } from '@trpc/server';
import type { Request, RequestHandler, Response } from 'express';
import { areaRefusal } from '#shared/api-key-areas.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from '#shared/schemas/account/api-keys.ts';
import type { AppRouter } from '#server/app/app-router.ts';
import { jsonObject, readRawBody, textOf } from '#server/platform/http/bodies/read-body.ts';
import { errorResponse, sendError } from '#server/platform/http/error-response.ts';
import { signalOf } from '#server/platform/http/send-file.ts';
import { apiKeyScope } from '#server/platform/http/sessions/api-key.ts';
import { AppError, unauthenticated } from '#server/platform/lib/errors.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { assertStillSignedIn, type Context } from '#server/platform/trpc/context.ts';
import { READ_TOOLS } from './read-tools.ts';
import type { Tool, ToolContext } from './tool.ts';
import { WRITE_TOOLS } from './write-tools.ts';

/** The version of the tools, for clients. */
const VERSION = '1.0.0';
const INSTRUCTIONS =
  'Hark leaves voicemails for the contacts of a business. Calls reach real people and cost credits: quote first, tell the person the price and the message, and act only once they agree. Prefer a draft, which the person publishes.';

interface McpParts {
  appRouter: AppRouter;
  baseUrl: string;
  clock: Clock;
  log: Logger;
}

/**
 * Serves the Model Context Protocol over streamable HTTP, without sessions: each POST is answered by itself, in JSON. Wants an API
 * key, as a page of another origin cannot send one; what a key may do and the areas that it is limited to
 * choose its tools.
 */
export function createMcpHandler(
  parts: McpParts,
  createContext: (req: Request) => Promise<Context>,
): RequestHandler {
  return async (req, res) => {
    try {
      if (req.method !== 'POST') throw onlyPost(res);
      const context = await createContext(req);
      if (!context.viaApiKey || context.user === null) throw unauthenticated();
      // One message: a list of several would count as one request of the key.
      const message = jsonObject(textOf(await readRawBody(req)));
      // The body may have taken minutes.
      await assertStillSignedIn(context);
      await answer(parts, { req, res, context, message });
    } catch (error) {
      sendError(res, error, parts.log);
    }
  };
}

function onlyPost(res: Response): AppError {
  res.set('allow', 'POST');
  return new AppError('METHOD_NOT_ALLOWED', 'Use POST for this path.');
}

interface McpRequest {
  req: Request;
  res: Response;
  context: Context;
  message: unknown;
}

/** Loads the library when it is first needed: it would add some 80 ms to every start. */
async function loadLibrary() {
  const [{ McpServer }, { StreamableHTTPServerTransport }, { ListToolsRequestSchema }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return { McpServer, StreamableHTTPServerTransport, ListToolsRequestSchema };
}

async function answer(parts: McpParts, { req, res, context, message }: McpRequest): Promise<void> {
  const { McpServer, StreamableHTTPServerTransport, ListToolsRequestSchema } = await loadLibrary();
  const server = new McpServer(
    { name: 'hark', title: 'Hark', version: VERSION },
    { instructions: INSTRUCTIONS },
  );
  const callable = [...READ_TOOLS, ...WRITE_TOOLS]
    .filter(({ scope }) => includesScope(apiKeyScope(req), scope))
    .filter(({ calls }) => calls.every((call) => mayCall(parts.appRouter, context, call)));
  const toolContext = {
    api: parts.appRouter.createCaller(context, { signal: signalOf(res) }),
    baseUrl: parts.baseUrl,
    clock: parts.clock,
  };
  // Without a tool the library would not know the question for them.
  if (callable.length === 0) {
    server.server.registerCapabilities({ tools: {} });
    server.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [] }));
  }
  for (const tool of callable) register(server, tool, toolContext, parts.log);
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  res.once('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(req, res, message);
}

/** Whether a key of one scope may do what another one may. */
function includesScope(scope: ApiKeyScope = 'read', needed: ApiKeyScope): boolean {
  return API_KEY_SCOPES.indexOf(scope) >= API_KEY_SCOPES.indexOf(needed);
}

/** Whether the areas of the caller's key include a procedure. */
function mayCall({ _def }: AppRouter, { keyAreas }: Context, procedure: string): boolean {
  const procedures = _def.procedures as unknown as Record<string, AnyProcedure>;
  const changes = procedures[procedure]?._def.type === 'mutation';
  return keyAreas === undefined || areaRefusal(keyAreas, { procedure, changes }) === undefined;
}

function register(server: McpServer, tool: Tool, context: ToolContext, log: Logger): void {
  const { name, title, description, scope, input } = tool;
  const [readOnlyHint, reachesPeople] = [scope === 'read', scope === 'full'];
  const annotations = { readOnlyHint, destructiveHint: reachesPeople, openWorldHint: reachesPeople };
  server.registerTool(name, { title, description, annotations, inputSchema: input }, (args) =>
    resultOf(() => tool.run(context, args), log),
  );
}

/** Returns what a tool returned, or why it did not, as text that a model reads. */
async function resultOf(run: () => Promise<unknown>, log: Logger): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await run()) }] };
  } catch (error) {
    return { content: [{ type: 'text', text: errorResponse(error, log).body }], isError: true };
  }
}
