import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from '#server/app/database/database.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { createStopLimits, optOutCountModel, type StopLimits } from './stop-limits.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let limits: StopLimits;

beforeAll(async () => {
  database = await testDatabase();
  await optOutCountModel(database.connection).createIndexes();
  limits = createStopLimits(database.connection, { local: true });
});
afterAll(() => database.stop());

const from = (network: string, site?: string) => ({ network, site, onThisMachine: false, userAgent: '' });

/** Returns how many of these requests are accepted. */
async function accepted(clients: ReturnType<typeof from>[], userId: string): Promise<number> {
  let count = 0;
  for (const client of clients) {
    count += await limits.take(client, userId).then(
      () => 1,
      (error: unknown) => {
        expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
        return 0;
      },
    );
  }
  return count;
}
const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));

test('a network, and a site of many networks, have a limit over all businesses', async () => {
  expect(
    await accepted(
      times(12, () => from('192.0.2.1')),
      newId(),
    ),
  ).toBe(10);
  expect(await accepted([from('192.0.2.1')], newId())).toBe(0);
  expect(
    await accepted(
      times(45, (at) => from(`2001:db8:0:${String(at)}::/64`, '2001:db8::/48')),
      newId(),
    ),
  ).toBe(40);
});

test('many clients slow down the others of a business, and block nobody', async () => {
  const business = newId();
  await accepted(
    times(300, (at) => from(`198.51.${String(at % 100)}.${String(at)}`)),
    business,
  );
  expect(
    await accepted(
      times(3, () => from('203.0.113.1')),
      business,
    ),
  ).toBe(2);
  expect(await accepted([from('203.0.113.2')], business)).toBe(1);
  const ofOneSite = times(3, (at) => from(`2001:db8:9:${String(at)}::/64`, '2001:db8:9::/48'));
  expect(await accepted(ofOneSite, business)).toBe(2);
  expect(
    await accepted(
      times(5, () => from('203.0.113.3')),
      newId(),
    ),
  ).toBe(5);
});

test('only the local system has another limit for requests of its own machine', async () => {
  const onThisMachine = (network: string) => times(12, () => ({ ...from(network), onThisMachine: true }));
  expect(await accepted(onThisMachine('192.0.2.7'), newId())).toBe(12);
  limits = createStopLimits(database.connection, { local: false });
  expect(await accepted(onThisMachine('192.0.2.8'), newId())).toBe(10);
});

test('of attempts at once, in two processes, exactly the limit of a network and of a busy business is accepted', async () => {
  const other = await connectDatabase(database.uri);
  const limitsOf = (connection: typeof other) => createStopLimits(connection, { local: false });
  const [one, second] = [limitsOf(database.connection), limitsOf(other)];
  const acceptedAtOnce = async (clients: ReturnType<typeof from>[], userId: string | undefined) => {
    const taken = await Promise.allSettled(
      clients.map((client, at) => (at % 2 === 0 ? one : second).take(client, userId)),
    );
    return taken.filter(({ status }) => status === 'fulfilled').length;
  };
  const business = newId();
  expect(
    await acceptedAtOnce(
      times(40, () => from('192.0.2.20')),
      undefined,
    ),
  ).toBe(10);
  expect(
    await acceptedAtOnce(
      times(40, () => from('192.0.2.21')),
      business,
    ),
  ).toBe(10);
  const many = times(290, (at) => from(`198.18.${String(at % 100)}.${String(at)}`));
  expect(await acceptedAtOnce(many, business)).toBe(290);
  expect(
    await acceptedAtOnce(
      times(40, () => from('192.0.2.22')),
      business,
    ),
  ).toBe(2);
  await other.close();
});
