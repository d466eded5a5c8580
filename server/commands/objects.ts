import { readEnv } from '#server/app/env/env.ts';
import { failureCode } from './lib/command-failure.ts';
import { bucketCommand } from './objects/bucket-command.ts';

/** `npm run objects -- check | cors | lifecycle`. Exit code 0, 1 if the bucket has a problem, 2 on a usage error. */
try {
  process.exitCode = await bucketCommand(process.argv.slice(2), readEnv(), (line) => {
    console.log(line);
  });
} catch (error) {
  process.exitCode = failureCode(error);
}
