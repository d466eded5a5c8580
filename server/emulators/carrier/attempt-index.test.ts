import { expect, it } from 'vitest';
import { createAttemptIndex } from './attempt-index.ts';

it('finds attempts by number, by campaign and by both, with all their requests', () => {
  const index = createAttemptIndex<{ attemptId: string; to: string; n: number }>();
  const requests = [
    ['spring-0-1', '+12025550001'],
    ['spring-1-1', '+12025550002'],
    ['autumn-0-1', '+12025550001'],
    ['spring-0-1', '+12025550001'],
  ] as const;
  for (const [n, [attemptId, to]] of requests.entries()) index.add({ attemptId, to, n });
  const found = (filter: Parameters<typeof index.find>[0]) =>
    [...index.find(filter)].map((attempt) => attempt.map(({ n }) => n));
  expect(found({})).toEqual([[0, 3], [1], [2]]);
  expect(found({ phone: '1 (202) 555-0001' })).toEqual([[0, 3], [2]]);
  expect(found({ campaign: 'spring' })).toEqual([[0, 3], [1]]);
  expect(found({ campaign: 'spring', phone: '+12025550001' })).toEqual([[0, 3]]);
  expect(found({ campaign: 'spr' })).toEqual([]);
  expect(found({ campaign: 'spring', phone: '(202) 555-0001' })).toEqual([[0, 3]]);
  expect(found({ phone: '202555000.1' })).toEqual([]);
  expect(found({ phone: '12025550009' })).toEqual([]);
});
