import { DAY_MS } from './time-units.ts';

/** The public statuses of a campaign. */
export const CAMPAIGN_STATUSES = ['Scheduled', 'Sending', 'Paused', 'Success', 'Failed'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** All statuses. While it is created, while it is deleted and once it is, a campaign does not exist to API callers. */
export const STORED_STATUSES = [...CAMPAIGN_STATUSES, 'Preparing', 'Deleting', 'Deleted'] as const;
export type StoredStatus = (typeof STORED_STATUSES)[number];

/** As late as the calls of a campaign may begin, in milliseconds: after a day its message may be out of date. */
export const MAX_LATE_MS = DAY_MS;

/** The statuses of one contact's call. */
export const CALL_STATUSES = ['pending', 'sending', 'success', 'failed'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** Actions on a campaign. */
export const CAMPAIGN_ACTIONS = [
  'update',
  'replace',
  'pause',
  'resume',
  'execute',
  'retry',
  'delete',
  'addContacts',
] as const;
export type CampaignAction = (typeof CAMPAIGN_ACTIONS)[number];

/** What changes a status: a step of the campaign itself, the end of a preparation, a settlement, or its erasure. */
export type StatusCause = 'step' | 'preparation' | 'settlement' | 'erasure';

/** Every change of a stored status, from row to column, and its cause. */
export const TRANSITIONS = {
  // Paused: of a campaign that was restored from a backup.
  Preparing: { Scheduled: 'preparation', Paused: 'preparation', Deleted: 'preparation' },
  Scheduled: { Sending: 'step', Paused: 'step', Deleting: 'step' },
  Sending: { Paused: 'step', Success: 'step', Failed: 'step' },
  Paused: { Scheduled: 'step', Sending: 'step', Deleting: 'step' },
  // A retry is a preparation; a late delivery may be settled after the end.
  Success: { Sending: 'preparation', Paused: 'preparation', Deleting: 'step' },
  Failed: { Sending: 'preparation', Paused: 'preparation', Success: 'settlement', Deleting: 'step' },
  Deleting: { Deleted: 'erasure' },
  Deleted: {},
} as const satisfies Record<StoredStatus, Partial<Record<StoredStatus, StatusCause>>>;

/** The statuses that `Cause` may change to `To`; from any other the change does not compile. */
export type StatusBefore<To extends StoredStatus, Cause extends StatusCause> = {
  [From in StoredStatus]: (typeof TRANSITIONS)[From] extends Record<To, Cause> ? From : never;
}[StoredStatus];

/** The statuses that `Cause` may change a campaign to. */
export type StatusAfter<Cause extends StatusCause> = {
  [To in StoredStatus]: [StatusBefore<To, Cause>] extends [never] ? never : To;
}[StoredStatus];

/** Returns the statuses that `cause` may change to `to`. */
export function statusesBefore<To extends StoredStatus, Cause extends StatusCause>(
  to: To,
  cause: Cause,
): StatusBefore<To, Cause>[] {
  const causes: Readonly<Record<StoredStatus, Partial<Record<StoredStatus, StatusCause>>>> = TRANSITIONS;
  const before = STORED_STATUSES.filter((from) => causes[from][to] === cause);
  return before as StatusBefore<To, Cause>[];
}

const ACTION_STATUSES: Readonly<Record<CampaignAction, readonly CampaignStatus[]>> = {
  update: ['Scheduled', 'Paused'],
  replace: ['Scheduled'],
  pause: ['Scheduled', 'Sending'],
  resume: ['Paused'],
  execute: ['Scheduled', 'Paused', 'Sending'],
  retry: ['Success', 'Failed'],
  delete: ['Scheduled', 'Paused', 'Success', 'Failed'],
  addContacts: ['Scheduled'],
};

/** Returns whether a status allows an action. The server rejects others with 409; the client disables their buttons. */
export function isActionAllowed(action: CampaignAction, status: CampaignStatus): boolean {
  return ACTION_STATUSES[action].includes(status);
}

/** Returns whether a campaign is unfinished. */
export function isActive(status: CampaignStatus): boolean {
  return status === 'Scheduled' || status === 'Sending' || status === 'Paused';
}

/** Returns the error message for an action that a status does not allow. */
export function refusalText(action: CampaignAction, status: CampaignStatus): string {
  const verb: Record<CampaignAction, string> = {
    update: 'changed',
    replace: 'replaced',
    pause: 'paused',
    resume: 'resumed',
    execute: 'sent',
    retry: 'retried',
    delete: 'deleted',
    addContacts: 'given more contacts',
  };
  return `A campaign that is ${status} cannot be ${verb[action]}.`;
}
