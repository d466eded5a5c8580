import type { Connection } from 'mongoose';
import { eraseCampaigns } from '#server/features/campaigns/erasure/erase-campaigns.ts';
import type { TestDropDeps } from './test-drop-deps.ts';
import { testDropCountModel, createTestDropLimits } from './test-drop-limits.ts';
import { createTestDropsRouter } from './test-drops-router.ts';
import { testOwnerOf } from './test-owner.ts';
import { createTestPhoneModel, TestPhoneStore } from './test-phone-store.ts';

/** What test drops need of the app. */
interface TestDropNeeds {
  connection: Connection;
  campaignsDeps: TestDropDeps['campaignsDeps'];
  calling: Pick<TestDropDeps, 'places'> & { stop: TestDropDeps['callingStop'] };
  callingSettings: Pick<TestDropDeps, 'mode'>;
  callingProfiles: TestDropDeps['profiles'];
}

/** Creates test drops: a message on the user's own phone, before its campaign exists. */
export function createTestDropsFeature(app: TestDropNeeds) {
  const { connection, campaignsDeps } = app;
  const model = createTestPhoneModel(connection);
  const testPhones = new TestPhoneStore(model);
  const deps: TestDropDeps = {
    campaignsDeps,
    mode: app.callingSettings.mode,
    places: app.calling.places,
    callingStop: app.calling.stop,
    profiles: app.callingProfiles,
    testPhones,
    limits: createTestDropLimits(connection),
  };
  return {
    router: createTestDropsRouter(deps),
    erasure: [
      {
        name: 'test drops',
        async erase({ uid }: { uid: string }): Promise<boolean> {
          await Promise.all([testPhones.erase(uid), deps.limits.erase(uid)]);
          return eraseCampaigns(campaignsDeps, testOwnerOf(uid));
        },
      },
    ],
    models: [model, testDropCountModel(connection)] as const,
  };
}
