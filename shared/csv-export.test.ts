import { describe, expect, it } from 'vitest';
import { neutralCell } from './csv-export.ts';

describe('neutralCell', () => {
  it.each(['=1+1', '+1 202', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－2', '＠SUM(A1)'])(
    'escapes %j',
    (value) => {
      expect(neutralCell(value)).toBe(`'${value}`);
    },
  );

  it.each(['Ana', '', '12025550001', 'a=b', ' =1', 'O’Neill-Smith'])('returns %j unchanged', (value) => {
    expect(neutralCell(value)).toBe(value);
  });
});
