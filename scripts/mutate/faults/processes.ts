import type { Fault } from '../fault.ts';

const MIGRATIONS = ['server/platform/migrations/migrations.int.test.ts'];
const JOBS = ['server/platform/work/jobs.long.test.ts'];
const LOCKS = ['server/platform/work/locks.long.test.ts'];
const NEXT_JOBS = ['server/platform/work/next-jobs.test.ts'];
const DUTIES = ['server/platform/work/duties.int.test.ts'];
const RESTART = ['server/features/drops/restart.long.test.ts'];

/** Migrations, jobs, stops and the database: faults of processes that share a database, start and end. */
export const PROCESS_FAULTS: readonly Fault[] = [
  {
    file: 'server/platform/migrations/run-migrations.ts',
    find: `    if ((await tooOld()).length === 0) return true;\n`,
    replace: `    return true;\n`,
    tests: MIGRATIONS,
  },
  {
    file: 'server/platform/migrations/process-store.ts',
    find: '.find({ seenAt: { $gt: since } })',
    replace: '.find({ seenAt: { $ne: since } })',
    tests: MIGRATIONS,
  },
  {
    file: 'server/platform/work/job-queue.ts',
    find: 'return requestId === undefined ? {} : { requestId };',
    replace: "return requestId === '' ? { requestId } : {};",
    tests: JOBS,
  },
  {
    file: 'server/platform/work/next-jobs.ts',
    find: 'lockedAt.getTime() + lockMs + aheadMs',
    replace: 'lockedAt.getTime() + aheadMs',
    tests: NEXT_JOBS,
  },
  {
    file: 'server/platform/work/next-jobs.ts',
    find: 'new Set(later)',
    replace: 'new Set()',
    tests: NEXT_JOBS,
  },
  {
    file: 'server/platform/work/job-store.ts',
    find: "{ $eq: ['$again', true] }",
    replace: "{ $eq: ['$again', false] }",
    tests: DUTIES,
  },
  {
    file: 'server/platform/work/job-store.ts',
    find: 'lastModifiedBy: this.#worker, lockedAt: { $in: [...locks] }',
    replace: '',
    tests: LOCKS,
  },
  {
    file: 'server/platform/migrations/run-migrations.ts',
    find: '  if (record.finishedAt !== undefined) return;\n',
    replace: '',
    tests: MIGRATIONS,
  },
  {
    file: 'server/platform/migrations/run-migrations.ts',
    find: 'if (!(await renewLease(deps))) return;',
    replace: 'await renewLease(deps);',
    tests: MIGRATIONS,
  },
  {
    file: 'server/platform/migrations/migration-store.ts',
    find: '{ leaseUntil: { $lte: now } }',
    replace: '{ leaseUntil: { $gt: now } }',
    tests: MIGRATIONS,
  },
  {
    file: 'server/platform/work/jobs.ts',
    find: '      await store.unlockOwn(clock.now());\n',
    replace: '',
    tests: LOCKS,
  },
  {
    file: 'server/main.ts',
    find: 'listener?.drain(WEBHOOK_PREFIX);',
    replace: "listener?.drain('/none/');",
    tests: RESTART,
  },
  {
    file: 'server/platform/http/listen.ts',
    find: 'if (req.url?.startsWith(prefix) === true) served(req, res);',
    replace: 'if (req.url === prefix) served(req, res);',
    tests: ['server/platform/http/listen.int.test.ts'],
  },
  {
    file: 'server/app/database/database.ts',
    find: '      ...unlessNamed(uri, SILENCE),\n',
    replace: '',
    tests: ['server/testing/system/database-hangs.long.test.ts'],
  },
  {
    file: 'server/platform/lib/errors.ts',
    find: "  'PoolClearedOnNetworkError',\n",
    replace: '',
    tests: ['server/platform/lib/errors.test.ts'],
  },
];
