import { createServer, type RequestListener, type Server } from 'node:http';

/** A listening server whose application comes later; until then it says that it is starting. */
export interface Listener {
  server: Server;
  port: number;
  /** Hands requests to the application from now on. */
  serve(app: RequestListener): void;
  /** Takes no more requests; resolves when those in hand are answered. */
  close(): Promise<void>;
}

/** Listens on `host:port` (0 picks a free port). Rejects with the system's error, for example EADDRINUSE. */
export async function listen(port: number, host: string): Promise<Listener> {
  const server = createServer();
  server.on('request', startingUp);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return {
    server,
    port: typeof address === 'object' && address !== null ? address.port : port,
    serve(app) {
      server.off('request', startingUp);
      server.on('request', app);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/** Alive, not ready (contract §3). */
const startingUp: RequestListener = (req, res) => {
  const alive = req.url === '/healthz';
  res.writeHead(alive ? 200 : 503, { 'content-type': 'application/json', 'retry-after': '1' });
  res.end(JSON.stringify({ status: alive ? 'ok' : 'starting', down: alive ? [] : ['application'] }));
};
