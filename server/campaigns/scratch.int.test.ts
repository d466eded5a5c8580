import { it } from 'vitest';
import { testDatabase } from '#server/testing/mongo.ts';
import { createCampaignModel } from './campaign-model.ts';
it('x', async () => {
  const db = await testDatabase();
  const model = createCampaignModel(db.connection);
  await model.createIndexes();
  const users = Array.from({length: 1000}, (_, n) => `u${n}`);
  await model.collection.insertMany(Array.from({ length: 50_000 }, (_, n) => ({ _id: `c${n}`, userId: `u${n % 1000}`, status: 'Success', changedAt: new Date(Date.now() - n * 1000) })) as never);
  const filter = { userId: { $in: users }, $expr: { $gt: ['$changedAt', { $subtract: ['$$NOW', 4000] }] }, status: {$in: ['Success','Sending']} };
  const plan = await model.find(filter).explain('executionStats') as any;
  console.log(JSON.stringify(plan.queryPlanner.winningPlan, null, 1).slice(0, 3000));
  console.log(JSON.stringify({ ...plan.executionStats, executionStages: undefined }));
  const t = performance.now();
  for (let i = 0; i < 5; i++) await model.find(filter).lean();
  console.log('ms a look', (performance.now() - t) / 5);
  await db.stop();
});
