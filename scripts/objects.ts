import { EnvError, readEnv } from '#server/env.ts';
import { bucketCommand, UsageError } from './objects/bucket-command.ts';

/** `npm run objects -- check | cors | lifecycle`. Exit code 0, 1 if the bucket has a problem, 2 on a usage error. */
try {
  process.exitCode = await bucketCommand(process.argv.slice(2), readEnv(), (line) => {
    console.log(line);
  });
} catch (error) {
  const known = error instanceof UsageError || error instanceof EnvError;
  console.error(known ? error.message : error);
  process.exitCode = known ? 2 : 1;
}
