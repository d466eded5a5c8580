import { describe, expect, test } from 'vitest';
import { UsageError } from '../lib/usage-error.ts';
import { readCommand } from './usage.ts';

test('reads the command line', () => {
  expect(readCommand(['show', 'a@b.c'])).toEqual({ name: 'show', email: 'a@b.c', json: false });
  expect(readCommand(['show', '--json', 'a@b.c'])).toEqual({ name: 'show', email: 'a@b.c', json: true });
  expect(readCommand(['suspend', 'a@b.c', '--reason', ' Spam '])).toEqual({
    name: 'suspend',
    email: 'a@b.c',
    reason: 'Spam',
    stopCampaigns: false,
  });
  expect(readCommand(['delete', 'a@b.c', '--stop-campaigns', '--reason', 'Asked by letter'])).toMatchObject({
    stopCampaigns: true,
  });
  expect(readCommand(['stop-calling', '--reason', 'Complaints'])).toEqual({
    name: 'stop-calling',
    reason: 'Complaints',
  });
});

describe('rejects with an explanation', () => {
  test.each([
    ['', /Usage/],
    ['hide a@b.c', /Usage/],
    ['show', /needs the e-mail/],
    ['show a@b.c x', /no use for "x"/],
    ['show --all', /--all/],
    ['show a@b.c --reason x', /no option --reason/],
    ['suspend a@b.c', /needs --reason/],
    ['suspend a@b.c --stop-campaigns --reason x', /no option --stop-campaigns/],
    ['stop-calling', /needs --reason/],
    ['stop-calling a@b.c --reason x', /no use for "a@b.c"/],
    ['toString a@b.c', /Usage/],
  ])('%s', (line, text) => {
    const read = () => readCommand(line.split(' ').filter((part) => part !== ''));
    expect(read).toThrow(UsageError);
    expect(read).toThrow(text);
  });
});
