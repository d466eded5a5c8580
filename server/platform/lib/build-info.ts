import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Which build this process runs. */
export interface BuildInfo {
  /** The release. */
  version: string;
  /** The commit that it was built from; `unknown` outside an image. */
  commit: string;
  /** The version of Node. */
  node: string;
}

/**
 * Reads what the nearest package.json at or above `folder` says: that of the project, or in an image the one that was made
 * for the release.
 */
export function readBuildInfo(folder: string): BuildInfo {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return readBuildInfo(dirname(folder));
  const { version, commit = 'unknown' } = JSON.parse(readFileSync(file, 'utf8')) as {
    version: string;
    commit?: string;
  };
  return { version, commit, node: process.versions.node };
}

/** The build of this process. */
export const BUILD_INFO: Readonly<BuildInfo> = readBuildInfo(import.meta.dirname);
