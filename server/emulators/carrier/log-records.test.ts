import { expect, test } from 'vitest';
import { carrierLogRecord } from './log-records.ts';
import { createCarrierReadModel } from './read-model.ts';

/** As written before the types `accepted` and `webhook-attempt` and the field `outcome` had these names. */
const FORMER_JOURNAL = [
  '{"type":"taken","id":"d1","at":1000,"key":"c1-0-1","bodyHash":"","attemptId":"c1-0-1","to":"+12025550002","content":{"text":"Hello"},"word":"no voicemail detected","reason":"VoiceMail Not Detected","code":4000}',
  '{"type":"called","id":"d1","at":2000,"rang":true}',
  '{"type":"told","id":"d1","at":3000,"tries":1,"done":true}',
];

test('a journal of an earlier version keeps its calls, outcomes and delivered webhooks', () => {
  const readModel = createCarrierReadModel();
  for (const line of FORMER_JOURNAL) readModel.apply(carrierLogRecord.parse(JSON.parse(line)));
  expect(readModel.requestByKey('c1-0-1', 1_000)?.id).toBe('d1');
  expect([...readModel.attempts({})]).toMatchObject([
    { attemptId: 'c1-0-1', outcome: 'no voicemail detected', deliveries: 1 },
  ]);
  expect(readModel.drop('d1')?.webhookDelivery).toMatchObject({ tries: 1, at: 3_000, done: true });
});
