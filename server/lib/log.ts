import { pino, type Logger } from 'pino';

export type { Logger };

/** Creates the process's logger: JSON lines on standard error, with secrets redacted. */
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
