import { describe, expect, test } from 'vitest';
import { UsageError } from '../lib/usage-error.ts';
import { readCommand } from './usage.ts';

const read = (line: string) => readCommand(line.split(' '));

describe('parses', () => {
  test.each([
    ['replay a@b.c', { name: 'replay', email: 'a@b.c', until: undefined, json: false }],
    ['replay a@b.c --until 7 --json', { name: 'replay', until: { version: 7 }, json: true }],
    ['replay a@b.c --until 2026-11-20', { until: { at: new Date('2026-11-20T23:59:59.999Z') } }],
    ['replay --until=2026-11-20T10:00:00Z a@b.c', { until: { at: new Date('2026-11-20T10:00:00Z') } }],
    ['replay a@b.c --since 2026-11-20', { since: new Date('2026-11-20T00:00:00Z'), until: undefined }],
    ['audit', { name: 'audit', email: undefined, from: undefined, range: {} }],
    ['audit --from abc', { name: 'audit', email: undefined, from: 'abc' }],
    [
      'audit --since 2026-11-20 --until 2026-11-21T10:00:00Z',
      { range: { since: new Date('2026-11-20T00:00:00Z'), until: new Date('2026-11-21T10:00:00Z') } },
    ],
    ['audit a@b.c --json', { name: 'audit', email: 'a@b.c', json: true }],
    [
      'adjust a@b.c 500 --reason goodwill',
      { name: 'adjust', amount: 500, reason: 'goodwill', id: undefined },
    ],
    ['adjust a@b.c -500 --reason double --id t-1', { name: 'adjust', amount: -500, id: 't-1' }],
    ['adjust a@b.c --reason double -500', { name: 'adjust', email: 'a@b.c', amount: -500 }],
    ['export a@b.c', { name: 'export', email: 'a@b.c', json: false }],
  ])('%s', (line, command) => {
    expect(read(line)).toMatchObject(command);
  });
});

describe('rejects with an explanation', () => {
  test.each([
    ['', /Usage/],
    ['toString', /Usage/],
    ['replay', /needs the e-mail/],
    ['replay a@b.c 7', /no use for "7"/],
    ['replay a@b.c --until soon', /--until: "soon" is neither/],
    ['replay a@b.c --until 2026-13-45', /--until/],
    ['replay a@b.c --reason x', /--reason is not an option of replay/],
    ['replay a@b.c --since 3', /--since: "3" is not an ISO date/],
    ['replay a@b.c --since 2026-11-21 --until 2026-11-20', /--since/],
    ['audit a@b.c --until 3', /--until: "3" is not an ISO date/],
    ['audit --since 2026-11-21 --until 2026-11-20', /--since/],
    ['audit a@b.c --from abc', /--from/],
    ['export a@b.c --since 2026-11-21', /--since is not an option of export/],
    ['adjust a@b.c', /AMOUNT/],
    ['adjust a@b.c 1.5 --reason x', /AMOUNT/],
    ['adjust a@b.c 1e3 --reason x', /AMOUNT/],
    ['adjust a@b.c 0 --reason x', /AMOUNT/],
    ['adjust a@b.c 99999999999999999999 --reason x', /AMOUNT/],
    ['adjust a@b.c 5 6 --reason x', /no use for "6"/],
    ['adjust a@b.c 5', /--reason/],
    ['adjust a@b.c 5 --force', /--force/],
  ])('%s', (line, text) => {
    expect(() => read(line)).toThrow(UsageError);
    expect(() => read(line)).toThrow(text);
  });
});
