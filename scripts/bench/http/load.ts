import { Agent, request } from 'node:http';

/** Requests over connections that are kept open, as many at a time as there are connections. */
export interface Load {
  /** Sends requests for so many seconds. Returns how long each took, in milliseconds. */
  run(seconds: number): Promise<number[]>;
  close(): void;
}

/** Creates the load on one address, by these users in turn. A response other than 200 ends it with an error. */
export function createLoad(url: string, connections: number, cookies: readonly string[] = ['']): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let sentRequests = 0;
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const cookie = cookies[sentRequests++ % cookies.length] ?? '';
      const sent = request(url, { agent, headers: { cookie } }, (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${url} responded with ${String(response.statusCode)}`));
        });
      });
      sent.on('error', reject).end();
    });
  return {
    async run(seconds) {
      const end = performance.now() + seconds * 1_000;
      const took: number[] = [];
      const connection = async (): Promise<void> => {
        for (let begun = performance.now(); begun < end; begun = performance.now()) {
          await one();
          took.push(performance.now() - begun);
        }
      };
      await Promise.all(Array.from({ length: connections }, connection));
      return took;
    },
    close: () => {
      agent.destroy();
    },
  };
}
