import { Agent as HttpAgent, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import { openTunnel } from './open-tunnel.ts';
import { proxyFor, type ProxySettings } from './proxy-rules.ts';

/** The agents of one client, one for each scheme. */
export interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
}

/** Creates agents with options of Node, such as `keepAlive`. */
export type CreateAgents = (options: AgentOptions) => Agents;

/** Creates agents that connect to the target itself. */
export const directAgents: CreateAgents = (options) => ({
  http: new HttpAgent(options),
  https: new HttpsAgent(options),
});

/**
 * Returns what creates agents that connect through the proxy for each target, if there is one. Tunnels are not counted
 * in `maxSockets` while they are opened; `destroy` gives them up, and the agent opens no other.
 */
export function proxiedAgents(settings: ProxySettings): CreateAgents {
  return (options) => {
    const { http, https } = directAgents(options);
    return { http: throughProxies('http', http, settings), https: throughProxies('https', https, settings) };
  };
}

type Callback = (error: Error | null, socket?: Duplex | null) => void;
/** Node hands the options of a connection to `tls.connect`, which takes a socket; the types of agents do not say so. */
type ConnectionOptions = ClientRequestArgs & { socket?: Duplex };

const PORTS = { http: 80, https: 443 };

function throughProxies<A extends HttpAgent>(scheme: 'http' | 'https', agent: A, settings: ProxySettings): A {
  const connect = agent.createConnection.bind(agent);
  const destroy = agent.destroy.bind(agent);
  const destroyed = new AbortController();
  return Object.assign(agent, {
    createConnection(options: ConnectionOptions, callback: Callback): Duplex | null | undefined {
      const target = { host: options.host ?? 'localhost', port: Number(options.port ?? PORTS[scheme]) };
      const proxy = proxyFor(settings, { scheme, ...target });
      if (proxy === undefined) return connect(options, callback);
      openTunnel(proxy, { ...target, signal: destroyed.signal }).then((socket) => {
        const within: ConnectionOptions = { ...options, socket };
        callback(null, scheme === 'http' ? socket : connect(within));
      }, callback);
      return undefined;
    },
    destroy() {
      destroyed.abort();
      destroy();
    },
  });
}
