import { execFileSync } from 'node:child_process';

/** Builds the server and client for the journeys, unless the build is current. */
export default function build(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}
