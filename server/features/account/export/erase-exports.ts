import { exportKey, type ExportDeps } from './export-deps.ts';

/**
 * Erases all exports of an account that is being erased. Returns false if a worker may still write one; it is called again
 * later then. No worker begins one, as the account counts as absent.
 */
export async function eraseExports(
  { exports, objects, clock }: Pick<ExportDeps, 'exports' | 'objects' | 'clock'>,
  uid: string,
): Promise<boolean> {
  let complete = true;
  for (const record of await exports.ofUser(uid)) {
    if (record.status === 'preparing' && record.dueAt > clock.now()) {
      complete = false;
    } else {
      await objects.delete(exportKey(record));
      if (!(await exports.remove(record))) complete = false;
    }
  }
  return complete;
}
