import { pino, type Logger } from 'pino';

export type { Logger };

/** The process's logger: JSON lines on standard error, without secrets. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      redact: ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]', '*.password'],
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
