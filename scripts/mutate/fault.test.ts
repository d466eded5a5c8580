import { describe, expect, it } from 'vitest';
import { missingOf, type Fault } from './fault.ts';
import { FAULTS } from './faults/index.ts';

const fault: Fault = {
  file: 'scripts/mutate/fault.ts',
  find: 'export interface Fault {',
  replace: '',
  tests: ['scripts/mutate/fault.test.ts'],
};

function missing(changes: Partial<Fault>) {
  return missingOf('.', { ...fault, ...changes });
}

describe('the faults of the mutation tests', () => {
  it('all find their file, the text to replace and their tests', async () => {
    const found = await Promise.all(FAULTS.map((planted) => missingOf('.', planted)));
    expect(found.flat()).toEqual([]);
  });

  it('are reported without their file', async () => {
    expect(await missing({ file: 'scripts/none.ts' })).toEqual(['scripts/none.ts does not exist']);
  });

  it('are reported if the text is gone, occurs twice or is not changed', async () => {
    const once = 'scripts/mutate/fault.ts does not have once: ';
    expect(await missing({ find: 'interface Flaw {' })).toEqual([`${once}interface Flaw {`]);
    expect(await missing({ find: 'fault' })).toEqual([`${once}fault`]);
    expect(await missing({ replace: fault.find })).toEqual([`${once}${fault.find}`]);
  });

  it('are reported if a test or the folder of the tests is gone', async () => {
    const tests = [
      'scripts/mutate/',
      'scripts/mutate/none.test.ts',
      'scripts/mutate/fault.ts',
      'scripts/none/',
    ];
    expect(await missing({ tests })).toEqual(
      tests.slice(1).map((filter) => `${fault.file}: no test at ${filter}`),
    );
  });
});
