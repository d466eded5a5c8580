import { expect, test } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { createProcessModel, ProcessStore } from '#server/platform/migrations/process-store.ts';
import { startHark } from '#server/testing/system/hark.ts';

test('a web process is ready without a worker, and says that none has been up for a minute', async () => {
  const hark = await startHark({ HARK_ROLE: 'web' });
  const connection = await connectDatabase(hark.mongodbUri);
  try {
    const processes = new ProcessStore(createProcessModel(connection));
    const ready = async () => {
      const response = await fetch(`${hark.baseUrl}/readyz`);
      return [response.status, (await response.json()) as unknown];
    };
    const worker = {
      _id: 'w',
      role: 'worker',
      host: 'h',
      pid: 1,
      version: 1,
      signsWith: 's',
      startedAt: new Date(),
      working: true,
      seenAt: new Date(),
    };
    const alone = [200, { status: 'ok', down: [], missing: ['worker'] }];
    expect(await ready()).toEqual(alone);
    await processes.save({ ...worker, working: false });
    expect(await ready()).toEqual(alone);
    await processes.save(worker);
    expect(await ready()).toEqual([200, { status: 'ok', down: [] }]);
    await processes.save({ ...worker, role: 'web' });
    expect(await ready()).toEqual(alone);
    await processes.save({ ...worker, seenAt: new Date(Date.now() - 61_000) });
    expect(await ready()).toEqual(alone);
  } finally {
    await connection.close();
    await hark.stop();
  }
});
