import { expect, test } from 'vitest';
import type { WebhookDeps } from '../webhook-deps.ts';
import { deleteEndpoint } from './manage-endpoints.ts';

type Manager = Parameters<typeof deleteEndpoint>[1];

test('a deleted endpoint leaves no queue and no log, and the history names its host alone', async () => {
  const done: string[] = [];
  const record = (name: string) => (id: string) => {
    done.push(`${name} ${id}`);
    return Promise.resolve();
  };
  const events: object[] = [];
  const deps = {
    endpoints: {
      findOwned: (uid: string, id: string) =>
        Promise.resolve({ _id: id, uid, url: 'https://hooks.example/secret?key=1' }),
      remove: (uid: string, id: string) => record(`endpoint of ${uid}`)(id),
    },
    lanes: { removeOf: record('lanes') },
    deliveries: { removeOf: record('deliveries') },
    events: { record: (event: object) => Promise.resolve(events.push(event)) },
  } as unknown as WebhookDeps;
  const manager = { user: { uid: 'ana' }, client: { network: '192.0.2.1' } } as Manager;
  await deleteEndpoint(deps, manager, 'e1');
  expect(done).toEqual(['endpoint of ana e1', 'lanes e1', 'deliveries e1']);
  expect(events).toEqual([
    { uid: 'ana', type: 'webhook_deleted', client: manager.client, detail: { host: 'hooks.example' } },
  ]);
});
