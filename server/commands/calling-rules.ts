import { readEnv } from '#server/app/env/env.ts';
import { checkCommand } from './calling-rules/check-command.ts';
import { failureCode } from './lib/command-failure.ts';

/** `npm run calling-rules -- check FILE`. Exit code 0, 1 if there is a difference, 2 on a usage error. */
try {
  process.exitCode = checkCommand(process.argv.slice(2), readEnv().CALLING_RULES_FILE, (line) => {
    console.log(line);
  });
} catch (error) {
  process.exitCode = failureCode(error);
}
