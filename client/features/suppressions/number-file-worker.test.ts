import { expect, test, vi } from 'vitest';

test('the worker answers with the numbers of a file, or that it cannot be read', async () => {
  const posted: unknown[] = [];
  const scope = Object.assign(new EventTarget(), { postMessage: (reply: unknown) => posted.push(reply) });
  vi.stubGlobal('self', scope);
  vi.resetModules();
  await import('./number-file-worker.ts');
  const ask = (data: Blob) => scope.dispatchEvent(Object.assign(new Event('message'), { data }));
  ask(new Blob(['2025550143\n']));
  const broken = new Blob(['2025550143\n']);
  broken.arrayBuffer = () => Promise.reject(new Error('gone'));
  await vi.waitFor(() => expect(posted).toHaveLength(1));
  ask(broken);
  await vi.waitFor(() => expect(posted).toHaveLength(2));
  vi.unstubAllGlobals();
  expect(posted).toMatchObject([
    { kind: 'list', list: { phones: ['12025550143'] } },
    { kind: 'problem', message: 'The file could not be read. Please choose it again.' },
  ]);
});
