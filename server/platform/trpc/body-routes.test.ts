import { expect, test } from 'vitest';
import { bodyRoutes } from './body-routes.ts';
import type { RestRoute, Upload } from './trpc.ts';

test('each further type of body has a path, an operation id and a summary of its own', () => {
  const upload: Upload = { accepts: () => true, receive: () => Promise.resolve() };
  const route: RestRoute & { upload: Upload } = {
    method: 'POST',
    path: '/api/lists/',
    summary: 'Add a list',
    upload,
  };
  expect(bodyRoutes(route, ['text/csv', 'application/json', 'multipart/form-data'])).toEqual([
    { ...route, bodyType: 'text/csv' },
    {
      ...route,
      bodyType: 'application/json',
      path: '/api/lists/json/',
      variant: 'FromJson',
      summary: 'Add a list, as JSON',
    },
    {
      ...route,
      bodyType: 'multipart/form-data',
      path: '/api/lists/form/',
      variant: 'FromForm',
      summary: 'Add a list, as a form with a CSV file',
    },
  ]);
});
