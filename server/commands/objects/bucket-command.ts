import { parseArgs } from 'node:util';
import { corsRules, LIFECYCLE_RULES, openBucket } from '#server/app/providers/object-store.ts';
import { EnvError, type Env } from '#server/app/env/env.ts';
import { UsageError } from '../lib/usage-error.ts';

type Bucket = NonNullable<Awaited<ReturnType<typeof openBucket>>>;
type Problem = Awaited<ReturnType<Bucket['accessProblem']>>;

const USAGE = `Usage: npm run objects -- check               what is wrong with the bucket, if anything
       npm run objects -- cors [--apply]      the rule that lets browsers upload; --apply sets it
       npm run objects -- lifecycle [--apply] the rules that remove leftovers; --apply sets them`;

/**
 * Runs a command for the bucket that the settings name, printing to `say`. Returns the exit code: 1 if something is
 * wrong with the bucket. Throws `UsageError`, and `EnvError` if there is no bucket.
 */
export async function bucketCommand(args: string[], env: Env, say: (line: string) => void): Promise<0 | 1> {
  const { name, apply } = readArguments(args);
  const bucket = await openBucket(env);
  if (bucket === undefined) throw new EnvError('S3_BUCKET: must be set; local objects need no settings');
  try {
    const problem = await bucket.accessProblem();
    if (problem !== undefined) return report([problem], say);
    if (name === 'check') return await check(bucket, env, say);
    const isCors = name === 'cors';
    const [wanted, set] = isCors
      ? [corsRules(pagesOf(env)), () => bucket.cors.set(corsRules(pagesOf(env)))]
      : [LIFECYCLE_RULES, () => bucket.lifecycle.set(LIFECYCLE_RULES)];
    say(JSON.stringify(wanted, null, 2));
    if (!apply) {
      const present: unknown = await (isCors ? bucket.cors : bucket.lifecycle).read();
      say(
        `The bucket has: ${JSON.stringify(present)}. Set the rules above with --apply; those of others stay.`,
      );
      return 0;
    }
    const refused = await set();
    if (refused !== undefined) return report([refused], say);
    say('The bucket now has these rules.');
    return 0;
  } finally {
    bucket.close();
  }
}

async function check(bucket: Bucket, env: Env, say: (line: string) => void): Promise<0 | 1> {
  const now = new Date();
  const written = (await bucket.writeProblem()) ?? (await bucket.uploadProblem());
  const browser = await Promise.all(pagesOf(env).map((page) => bucket.browserProblems(page, now)));
  const problems = [written, ...browser.flat()].filter((problem) => problem !== undefined);
  if (problems.length > 0) return report(problems, say);
  say(
    `The bucket "${String(env.S3_BUCKET)}" can be used: Hark can store in it, and browsers can upload to it.`,
  );
  return 0;
}

function report(problems: NonNullable<Problem>[], say: (line: string) => void): 1 {
  for (const line of new Set(problems.map((problem) => problem.line))) say(line);
  return 1;
}

/** Returns the origins of Hark's pages: both names of this machine without a public URL. */
function pagesOf({ PUBLIC_URL, PORT }: Env): string[] {
  if (PUBLIC_URL !== undefined) return [PUBLIC_URL];
  return ['localhost', '127.0.0.1'].map((host) => `http://${host}:${String(PORT)}`);
}

function readArguments(args: string[]): { name: string; apply: boolean } {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { apply: { type: 'boolean', default: false } },
    });
    const [name = '', ...more] = positionals;
    const isKnown = ['check', 'cors', 'lifecycle'].includes(name) && more.length === 0;
    if (!isKnown || (name === 'check' && values.apply)) throw new UsageError(USAGE);
    return { name, apply: values.apply };
  } catch {
    throw new UsageError(USAGE);
  }
}
