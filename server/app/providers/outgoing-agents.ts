import type { Env } from '#server/app/env/env.ts';
import { proxiedAgents, type CreateAgents } from '#server/platform/lib/outgoing/agents.ts';

/**
 * Returns what creates the agents of providers and of the trace exporter; undefined without a proxy, so that a library
 * uses its own.
 */
export function outgoingAgents({
  HTTPS_PROXY: https,
  HTTP_PROXY: http,
  NO_PROXY: except,
}: Pick<Env, 'HTTPS_PROXY' | 'HTTP_PROXY' | 'NO_PROXY'>): CreateAgents | undefined {
  return https === undefined && http === undefined ? undefined : proxiedAgents({ https, http, except });
}
