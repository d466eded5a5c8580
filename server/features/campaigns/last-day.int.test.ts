import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { utcDay } from '#shared/drop-schedule.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { startHark, type TestHark } from '#server/testing/system/hark.ts';
import { newSubscriber, type Subscriber } from '#server/testing/system/subscriber.ts';

let hark: TestHark;
let user: Subscriber;
let numbers = 1_000;

beforeAll(async () => {
  hark = await startHark();
  user = await newSubscriber(hark, 'Autumn');
}, 60_000);
afterAll(() => hark.stop());

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const dayAhead = (days: number) => utcDay(inDays(days));

/** A contact in Washington. */
function person() {
  const phone = `1202555${String(++numbers)}`;
  return {
    id: phone,
    first_name: 'Ann',
    last_name: 'Lee',
    phone_number: `+${phone}`,
    recommended_phone: phone,
  };
}

let names = 0;
const draftOf = (fields: Record<string, unknown> = {}) => ({
  campaign_name: `Ends ${String(++names)}`,
  voice_id: user.voiceId,
  message: 'Hi, this is a message. To stop these calls, call 800 555 0100.',
  drop_date: inDays(3).toISOString(),
  ...fields,
});
const create = (fields: Record<string, unknown> = {}) =>
  user.client.post('/api/campaigns/create/', { ...draftOf(fields), contacts: [person()] });
const idOf = ({ body }: { body: Record<string, unknown> }) => (body['campaign'] as { id: string }).id;
const detailsOf = async (id: string) =>
  (await user.client.get(`/api/campaigns/${id}/`)).body['campaign'] as Record<string, unknown>;
const update = (id: string, fields: Record<string, unknown>) =>
  user.client.put(`/api/campaigns/${id}/update/`, fields);

describe('the last day of calling of a campaign', () => {
  it('is kept by a JSON request, shown, changed, and removed by null', async () => {
    const created = await create({ last_day: dayAhead(6) });
    expect(created).toMatchObject({ status: 201, body: { campaign: { last_day: dayAhead(6) } } });
    const id = idOf(created);
    expect(await detailsOf(id)).toMatchObject({ last_day: dayAhead(6) });
    expect((await update(id, { last_day: dayAhead(5) })).body).toMatchObject({
      campaign: { last_day: dayAhead(5) },
    });
    expect((await update(id, { message: 'Another. To stop, call 800 555 0100.' })).body).toMatchObject({
      campaign: { last_day: dayAhead(5) },
    });
    expect((await update(id, { last_day: null })).body).toMatchObject({ campaign: { last_day: null } });
    expect(await detailsOf(id)).toMatchObject({ last_day: null });
  });

  it('is null where none is given', async () => {
    expect((await create()).body).toMatchObject({ campaign: { last_day: null } });
    expect((await create({ last_day: null })).body).toMatchObject({ campaign: { last_day: null } });
  });

  it('is kept by an upload', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(draftOf({ last_day: dayAhead(6) }))) form.set(name, value);
    const csv = 'Id,FirstName,LastName,PhoneNumber,RecommendedPhone\n1,Ann,Lee,+12025550999,12025550999\n';
    form.set('csv_file', new Blob([csv]), 'contacts.csv');
    const response = await fetch(`${hark.baseUrl}/api/campaigns/create/`, {
      method: 'POST',
      body: form,
      headers: { cookie: user.client.cookie() },
    });
    expect(await response.json()).toMatchObject({ campaign: { last_day: dayAhead(6) } });
  });

  it('is replaced with the other fields, also by none', async () => {
    const id = idOf(await create({ last_day: dayAhead(6) }));
    const replace = (fields: Record<string, unknown>) =>
      user.client.post(`/api/campaigns/${id}/replace/`, draftOf(fields));
    expect((await replace({ last_day: dayAhead(5) })).body).toMatchObject({
      contacts_kept: true,
      campaign: { last_day: dayAhead(5) },
    });
    expect((await replace({ last_day: dayAhead(8), contacts: [person()] })).body).toMatchObject({
      contacts_kept: false,
      campaign: { last_day: dayAhead(8) },
    });
    expect((await replace({})).body).toMatchObject({ campaign: { last_day: null } });
  });

  it.each([
    ['no day of the calendar', '2027-02-30', 'The last day of calling must be a day such as 2026-12-04'],
    ['a time', '2027-02-03T00:00:00Z', 'The last day of calling must be a day such as 2026-12-04'],
    ['over before the start', dayAhead(1), 'The last day of calling is over before the campaign starts'],
    ['too far ahead', dayAhead(400), 'The last day of calling may be at most one year ahead'],
  ])('is refused where it is %s', async (_what, last_day, text) => {
    const refused = { status: 400, body: { code: 'INVALID_INPUT', fields: { last_day: text } } };
    expect(await create({ last_day })).toMatchObject(refused);
    const id = idOf(await create());
    expect(await update(id, { last_day })).toMatchObject(refused);
    expect(await detailsOf(id)).toMatchObject({ last_day: null });
  });

  it('and the start must fit together whichever is changed', async () => {
    const id = idOf(await create({ last_day: dayAhead(6) }));
    expect(await update(id, { drop_date: inDays(9).toISOString() })).toMatchObject({
      status: 400,
      body: { fields: { last_day: 'The last day of calling is over before the campaign starts' } },
    });
    const both = { drop_date: inDays(9).toISOString(), last_day: dayAhead(12) };
    expect((await update(id, both)).body).toMatchObject({ campaign: both });
  });

  it('of two changes at a time, the later one is checked with what the earlier one left', async () => {
    const id = idOf(await create({ last_day: dayAhead(20) }));
    const answers = await Promise.all([
      update(id, { last_day: dayAhead(6) }),
      update(id, { drop_date: inDays(9).toISOString() }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('leaves out whom it leaves no calling hours', async () => {
    const start = inDays(7);
    // After the hours of its day in Washington.
    start.setUTCHours(3, 0, 0, 0);
    const last_day = utcDay(new Date(start.getTime() - DAY_MS));
    const fields = { drop_date: start.toISOString(), last_day };
    const nobody = 'Nobody on this list may be called by this last day and within these hours.';
    expect(await create(fields)).toMatchObject({ status: 400, body: { fields: { last_day: nobody } } });
    const check = await user.client.post('/api/campaigns/check-list/', {
      ...fields,
      contacts: [person()],
    });
    expect(check.body).toMatchObject({
      contacts: 0,
      skipped: [{ reason: 'no calling hours', count: 1 }],
    });
    const id = idOf(await create({ drop_date: start.toISOString() }));
    expect(await update(id, { last_day })).toMatchObject({
      status: 400,
      body: { fields: { last_day: 'Some contacts of this campaign could not be called by its last day.' } },
    });
  });
});
