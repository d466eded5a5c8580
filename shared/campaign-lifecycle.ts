/** The public statuses of a campaign. */
export const CAMPAIGN_STATUSES = ['Scheduled', 'Sending', 'Paused', 'Success', 'Failed'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** The statuses of one contact's call. */
export const CALL_STATUSES = ['pending', 'sending', 'success', 'failed'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

/** Actions on a campaign. */
export const CAMPAIGN_ACTIONS = [
  'update',
  'pause',
  'resume',
  'execute',
  'retry',
  'delete',
  'addContacts',
] as const;
export type CampaignAction = (typeof CAMPAIGN_ACTIONS)[number];

/** Allowed transitions of each status. */
type Transitions = {
  Scheduled: 'Sending' | 'Paused';
  Sending: 'Paused' | 'Success' | 'Failed';
  Paused: 'Scheduled' | 'Sending';
  Success: 'Sending';
  Failed: 'Sending';
};

/** The statuses that may change to `To`; a transition from any other does not compile. */
export type StatusBefore<To extends CampaignStatus> = {
  [From in CampaignStatus]: To extends Transitions[From] ? From : never;
}[CampaignStatus];

const ACTION_STATUSES: Readonly<Record<CampaignAction, readonly CampaignStatus[]>> = {
  update: ['Scheduled', 'Paused'],
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
    pause: 'paused',
    resume: 'resumed',
    execute: 'sent',
    retry: 'retried',
    delete: 'deleted',
    addContacts: 'given more contacts',
  };
  return `A campaign that is ${status} cannot be ${verb[action]}.`;
}
