import { expect, test } from 'vitest';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { CampaignDocument } from '#server/features/campaigns/stores/campaign-model.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { deleteCampaign, executeCampaign, pauseOnce, resumeOnce, transitionError } from './transitions.ts';

const NOW = new Date('2027-01-12T15:00:00Z');
const [EARLIER, LATER] = [new Date('2027-01-10T15:00:00Z'), new Date('2027-01-14T15:00:00Z')];
const USER = { uid: 'ana', streamId: 's' };
const CAMPAIGN = {
  _id: 'c',
  userId: 'ana',
  status: 'Paused',
  runEpoch: 3,
  dropDate: EARLIER,
  statusChanges: [{ id: 'first' }, { id: 'pause' }],
} as unknown as CampaignDocument;

interface Given {
  campaign?: Partial<CampaignDocument>;
  /** What each transition gives, one after the other. */
  changes?: (Partial<CampaignDocument> | undefined)[];
  /** The campaign as it is read afterwards. */
  current?: Partial<CampaignDocument> | undefined;
  hasOwner?: boolean;
}

function system(given: Given) {
  const { calls, recorded } = createCallRecorder();
  const campaign = { ...CAMPAIGN, ...given.campaign };
  const changes = [...(given.changes ?? [])];
  const deps = {
    campaigns: recorded('campaigns', {
      find: () => Promise.resolve(given.current && { ...campaign, ...given.current }),
    }),
    statuses: recorded('statuses', {
      transition() {
        const changed = changes.shift();
        return Promise.resolve(changed && { ...campaign, ...changed });
      },
    }),
    jobs: recorded('jobs'),
    users: { byUid: () => Promise.resolve(given.hasOwner === false ? undefined : {}) },
    ledger: recorded('ledger', {
      campaignHold: () => Promise.resolve({ held: 20 }),
      balance: () => Promise.resolve({ available: 500 }),
    }),
    cancelCalls: (id: string) => Promise.resolve(calls.push(['cancelCalls', id]) > 0 ? 30 : 0),
    clock: { now: () => NOW },
  } as unknown as CampaignsDeps;
  const call = {
    user: USER,
    campaign,
    idempotencyKey: undefined,
    content: { procedure: 'p', input: () => Promise.resolve({}) },
  } as never;
  const made = () => calls.filter(([name]) => !/^campaigns|^ledger/.test(name as string));
  return { deps, call, campaign: campaign as never, made };
}
const outcomeOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);
const change = (to: string, how: object) => ['statuses.transition', 'c', to, how];
const CHANGED = { code: 'CONFLICT', message: 'This campaign has changed in the meantime. Please try again.' };

test.each<[string, Given, unknown]>([
  ['that is Sending is paused', { changes: [{}] }, 'Paused'],
  ['that is gone is not found', {}, { code: 'NOT_FOUND', message: 'Campaign not found' }],
  ['that has ended is refused', { current: { status: 'Success' } }, { code: 'ILLEGAL_TRANSITION' }],
])('a campaign %s', async (_, given, expected) => {
  const { deps, call, made } = system(given);
  const outcome = await outcomeOf(pauseOnce(deps, call));
  if (typeof expected === 'string') expect(outcome).toBe(expected);
  else expect(outcome).toMatchObject(expected as object);
  expect(made()).toEqual([change('Paused', { change: expect.any(String) as string })]);
});

test('a campaign that another attempt of the same request has paused is', async () => {
  const { deps, call } = system({});
  let id: unknown;
  const statuses = {
    transition: (_id: string, _to: string, how: { change: string }) =>
      Promise.resolve(void (id = how.change)),
  };
  const campaigns = {
    find: () => Promise.resolve({ status: 'Paused', statusChanges: [{ id: 'x' }, { id }] }),
  };
  expect(await pauseOnce({ ...deps, statuses, campaigns } as unknown as CampaignsDeps, call)).toBe('Paused');
});

const PAUSED = { $expr: { $eq: [{ $arrayElemAt: ['$statusChanges.id', -1] }, 'pause'] } };
const toScheduled = (where: object = PAUSED) =>
  change('Scheduled', {
    from: ['Paused'],
    where: { ...where, startedAt: { $exists: false }, dropDate: { $gt: NOW } },
    unset: ['statusReason'],
  });
const toSending = (startedAt = NOW, where: object = PAUSED) =>
  change('Sending', { from: ['Paused'], where, set: { startedAt } });
const AGAIN = change('Paused', { where: { runEpoch: 4 } });
const CLOSED = { code: 'UNAUTHENTICATED' };

test.each<[string, Given, unknown, unknown[]]>([
  [
    'that never started is Scheduled again',
    { changes: [{ dropDate: LATER }] },
    'Scheduled',
    [toScheduled(), ['jobs.startAt', 'c', LATER]],
  ],
  [
    'that is due is Sending',
    { changes: [undefined, {}] },
    'Sending',
    [toScheduled(), toSending(), ['jobs.run', 'c']],
  ],
  [
    'that has started keeps when it did',
    { campaign: { startedAt: EARLIER }, changes: [undefined, {}] },
    'Sending',
    [toScheduled(), toSending(EARLIER), ['jobs.run', 'c']],
  ],
  [
    'whose pause an older version did not record is resumed',
    { campaign: { statusChanges: [] }, changes: [undefined, {}] },
    'Sending',
    [toScheduled({}), toSending(NOW, {}), ['jobs.run', 'c']],
  ],
  ['that is resumed already is not again', { current: {} }, CHANGED, [toScheduled(), toSending()]],
  [
    'of a closed account is paused again',
    { hasOwner: false, changes: [undefined, { runEpoch: 4 }, {}] },
    CLOSED,
    [toScheduled(), toSending(), AGAIN],
  ],
  [
    'of a closed account that was Scheduled is paused again',
    { hasOwner: false, changes: [{ runEpoch: 4 }, {}] },
    CLOSED,
    [toScheduled(), AGAIN],
  ],
])('a paused campaign %s', async (_, given, expected, steps) => {
  const { deps, call, made } = system(given);
  const outcome = await outcomeOf(resumeOnce(deps, call));
  if (typeof expected === 'string') expect(outcome).toBe(expected);
  else expect(outcome).toMatchObject(expected as object);
  expect(made()).toEqual(steps);
});

const starts = (set: object) => change('Sending', { set, where: { runEpoch: 3 } });
test.each<[string, Given, boolean, unknown, unknown[]]>([
  [
    'that is due is started now',
    { campaign: { status: 'Scheduled' }, changes: [{}] },
    false,
    'Sending',
    [starts({ startedAt: NOW, dropDate: NOW }), ['jobs.run', 'c']],
  ],
  [
    'that has started before keeps its dates',
    { campaign: { startedAt: EARLIER }, changes: [{}] },
    false,
    'Sending',
    [starts({}), ['jobs.run', 'c']],
  ],
  [
    'before its date is refused',
    { campaign: { status: 'Scheduled', dropDate: LATER } },
    false,
    { code: 'CONFLICT', message: 'The start date of this campaign is in the future.' },
    [],
  ],
  [
    'before its date is started where that is wanted',
    { campaign: { status: 'Scheduled', dropDate: LATER }, changes: [{}] },
    true,
    'Sending',
    [starts({ startedAt: NOW, dropDate: NOW }), ['jobs.run', 'c']],
  ],
  [
    'that is Sending goes on',
    { campaign: { status: 'Sending', dropDate: LATER, startedAt: EARLIER }, current: {} },
    false,
    'Sending',
    [starts({}), ['jobs.ensureRunning', 'c']],
  ],
  [
    'that was resumed since it was read is refused',
    { campaign: { startedAt: EARLIER }, current: {} },
    false,
    CHANGED,
    [starts({})],
  ],
  ['of a closed account is refused', { hasOwner: false }, false, CLOSED, []],
])('a campaign %s', async (_, given, force, expected, steps) => {
  const { deps, campaign, made } = system(given);
  const outcome = await outcomeOf(executeCampaign(deps, campaign, force));
  if (typeof expected === 'string') expect(outcome).toBe(expected);
  else expect(outcome).toMatchObject(expected as object);
  expect(made()).toEqual(steps);
});

const DELETES = change('Deleting', { unset: ['liveName'] });
test.each<[string, Given, number]>([
  ['is deleted with its name', { changes: [{ status: 'Deleting' }] }, 1],
  ['that is being deleted is', { campaign: { status: 'Deleting' } }, 0],
  ['that another request deletes is', { current: { status: 'Deleting' } }, 1],
])('a campaign %s, and what is released and still held is told', async (_, given, changes) => {
  const { deps, campaign, made } = system(given);
  expect(await deleteCampaign(deps, USER, campaign)).toEqual({
    released: 30,
    held: 20,
    balance: 500,
  });
  expect(made()).toEqual([...Array<unknown>(changes).fill(DELETES), ['cancelCalls', 'c']]);
});

test('a campaign that is Sending is not deleted', async () => {
  const { deps, campaign, made } = system({ current: { status: 'Sending' } });
  const outcome = await outcomeOf(deleteCampaign(deps, USER, campaign));
  expect(outcome).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  expect(made()).toEqual([DELETES]);
});

test.each<[string, Parameters<typeof transitionError>[0], object | undefined, object]>([
  ['that is gone', 'pause', undefined, { code: 'NOT_FOUND', message: 'Campaign not found' }],
  ['that is being deleted', 'pause', { status: 'Deleting' }, { code: 'NOT_FOUND' }],
  [
    'whose contacts were erased',
    'retry',
    { status: 'Success', contactsKeptDays: 30 },
    { code: 'CONFLICT', message: 'The contacts of this campaign were erased after 30 days.' },
  ],
  [
    'whose contacts were erased, to be added to',
    'addContacts',
    { status: 'Success', contactsKeptDays: 1 },
    { code: 'CONFLICT', message: 'The contacts of this campaign were erased after 1 day.' },
  ],
  [
    'whose contacts were erased, to be paused',
    'pause',
    { status: 'Success', contactsKeptDays: 1 },
    { code: 'ILLEGAL_TRANSITION' },
  ],
  [
    'that is being prepared',
    'pause',
    { status: 'Sending', preparing: {} },
    { code: 'CONFLICT', message: 'This campaign is still being prepared. Please try again in a moment.' },
  ],
  ['that has changed', 'pause', { status: 'Sending' }, CHANGED],
  ['whose status forbids it', 'pause', { status: 'Success' }, { code: 'ILLEGAL_TRANSITION' }],
])('the refusal of a campaign %s says why', (_, action, campaign, expected) => {
  expect(transitionError(action, campaign as CampaignDocument | undefined)).toMatchObject(expected);
});
