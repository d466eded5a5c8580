// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { noResponse } from '#client/testing/fake-server.ts';
import { renderHook } from '#client/testing/hook.tsx';
import { turn } from '#client/testing/turn.ts';
import { emptyForm, type WizardForm } from '#client/features/campaigns/wizard/wizard-form.ts';
import { useCallingPlan } from './use-calling-plan.ts';

const CLASSES = [{ window: 'America/Chicago', count: 2 }];
const FORM: WizardForm = { ...emptyForm(), startDate: '2026-11-20', campaignTime: '11:00' };
const PLAN = { contacts: 2 };

async function render(
  form: WizardForm,
  classes: typeof CLASSES | undefined,
  answer: () => unknown = () => ({ plan: PLAN, mode: 'enforce' }),
) {
  const use = (given: { form: WizardForm; classes: typeof CLASSES | undefined }) =>
    useCallingPlan(given.form, given.classes);
  const answers = { campaigns: { callingPlan: answer } } as never;
  const hook = await renderHook(use, { form, classes }, { answers });
  await turn();
  return hook;
}

test('the plan of a schedule is asked for with what it says', async () => {
  const hook = await render(FORM, CLASSES);
  const common = {
    classes: CLASSES,
    calling_hours: FORM.callingHours,
    drop_date: '2026-11-20T11:00:00.000Z',
  };
  expect(hook.sent('campaigns.callingPlan')).toStrictEqual([common]);
  expect(hook.result()).toMatchObject({
    plan: PLAN,
    classes: CLASSES,
    skipsWaits: false,
    failed: false,
    busy: false,
  });
  await hook.update({ form: { ...FORM, callsPerMinute: 30, endDate: '2026-12-04' }, classes: CLASSES });
  await turn();
  expect(hook.sent('campaigns.callingPlan')[1]).toStrictEqual({
    ...common,
    calls_per_minute: 30,
    last_day: '2026-12-04',
  });
});

test.each<[string, WizardForm, typeof CLASSES | undefined]>([
  ['contacts', FORM, undefined],
  ['anybody to call', FORM, []],
  ['a start', { ...FORM, startDate: null }, CLASSES],
  ['hours that are valid', { ...FORM, callingHours: { ...FORM.callingHours, days: [] } }, CLASSES],
])('nothing is asked for without %s', async (_, form, classes) => {
  const hook = await render(form, classes);
  expect([hook.sent('campaigns.callingPlan'), hook.result().plan]).toEqual([[], undefined]);
  expect(hook.result().classes).toEqual(classes ?? []);
});

test('a server that skips waits is said, and a failure can be tried again', async () => {
  expect((await render(FORM, CLASSES, () => ({ plan: PLAN, mode: 'skip-waits' }))).result().skipsWaits).toBe(
    true,
  );
  const failing = await render(FORM, CLASSES, () => Promise.reject(noResponse()));
  expect(failing.result()).toMatchObject({ failed: true, plan: undefined });
  await turn(() => {
    failing.result().retry();
  });
  expect(failing.sent('campaigns.callingPlan')).toHaveLength(2);
});
