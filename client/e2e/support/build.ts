import { execFileSync } from 'node:child_process';

/** Builds what the journeys run through, unless the build is of these very sources. */
export default function build(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}
