import { expect, test } from 'vitest';
import {
  CAMPAIGN_ACTIONS,
  CAMPAIGN_STATUSES,
  isActionAllowed,
  isActive,
  refusalText,
  statusesBefore,
  STORED_STATUSES,
  TRANSITIONS,
  type CampaignAction,
} from './campaign-lifecycle.ts';

test.each<[CampaignAction, string, string]>([
  ['update', 'Scheduled, Paused', 'changed'],
  ['pause', 'Scheduled, Sending', 'paused'],
  ['resume', 'Paused', 'resumed'],
  ['execute', 'Scheduled, Sending, Paused', 'sent'],
  ['retry', 'Success, Failed', 'retried'],
  ['delete', 'Scheduled, Paused, Success, Failed', 'deleted'],
  ['addContacts', 'Scheduled', 'given more contacts'],
])('%s is allowed while a campaign is %s', (action, statuses, verb) => {
  expect(CAMPAIGN_STATUSES.filter((status) => isActionAllowed(action, status)).join(', ')).toBe(statuses);
  expect(refusalText(action, 'Failed')).toBe(`A campaign that is Failed cannot be ${verb}.`);
});

test('each action has its statuses above', () => {
  expect(CAMPAIGN_ACTIONS).toHaveLength(8);
});

test('a campaign is unfinished until it has succeeded or failed', () => {
  expect(CAMPAIGN_STATUSES.filter(isActive)).toEqual(['Scheduled', 'Sending', 'Paused']);
});

test('a status is reached from these others only', () => {
  const reached = STORED_STATUSES.map((to) => [
    to,
    STORED_STATUSES.filter((from) => to in TRANSITIONS[from]).join(', '),
  ]);
  expect(Object.fromEntries(reached)).toEqual({
    Scheduled: 'Paused, Preparing',
    Sending: 'Scheduled, Paused, Success, Failed',
    Paused: 'Scheduled, Sending, Success, Failed, Preparing',
    Success: 'Sending, Failed',
    Failed: 'Sending',
    Preparing: '',
    Deleting: 'Scheduled, Paused, Success, Failed',
    Deleted: 'Preparing, Deleting',
  });
});

test('a status is reached by its cause only', () => {
  expect(statusesBefore('Sending', 'step')).toEqual(['Scheduled', 'Paused']);
  expect(statusesBefore('Sending', 'preparation')).toEqual(['Success', 'Failed']);
  expect(statusesBefore('Paused', 'preparation')).toEqual(['Success', 'Failed', 'Preparing']);
  expect(statusesBefore('Success', 'settlement')).toEqual(['Failed']);
  expect(statusesBefore('Deleted', 'preparation')).toEqual(['Preparing']);
  expect(statusesBefore('Deleted', 'erasure')).toEqual(['Deleting']);
});
