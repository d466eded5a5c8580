import type { createAccountEventsFeature } from '#server/features/account/events/account-events-feature.ts';
import type { createAccountDeletionFeature } from '#server/features/account/deletion/account-deletion-feature.ts';
import type { createAccountExportFeature } from '#server/features/account/export/account-export-feature.ts';
import type { createAnalyticsFeature } from '#server/features/analytics/analytics-feature.ts';
import type { createApiKeysFeature } from '#server/features/auth/api-keys/api-keys-feature.ts';
import type { createAuthFeature } from '#server/features/auth/auth-feature.ts';
import type { createBillingFeature } from '#server/features/billing/billing-feature.ts';
import type { createCallingProfileFeature } from '#server/features/calling/profile/profile-feature.ts';
import type { createCampaignsFeature } from '#server/features/campaigns/campaigns-feature.ts';
import type { createContactListsFeature } from '#server/features/contact-lists/contact-lists-feature.ts';
import type { createCreditsFeature } from '#server/features/credits/credits-feature.ts';
import type { createLiveFeature } from '#server/features/live/live-feature.ts';
import type { createOptOutsFeature } from '#server/features/do-not-call/opt-outs/opt-outs-feature.ts';
import type { createSuppressionsFeature } from '#server/features/do-not-call/suppressions/suppressions-feature.ts';
import type { createTestDropsFeature } from '#server/features/campaigns/test-drops/test-drops-feature.ts';
import type { createVoicesFeature } from '#server/features/voices/voices-feature.ts';
import type { createPreviewsFeature } from '#server/features/voices/previews/previews-feature.ts';
import type { WebhooksFeature } from '#server/features/webhooks/webhooks-feature.ts';
import { router } from '#server/platform/trpc/trpc.ts';

/** The routers of the features, by name. */
export interface FeatureRouters {
  auth: ReturnType<typeof createAuthFeature>['router'];
  billing: ReturnType<typeof createBillingFeature>['router'];
  campaigns: ReturnType<typeof createCampaignsFeature>['router'];
  analytics: ReturnType<typeof createAnalyticsFeature>['router'];
  voices: ReturnType<typeof createVoicesFeature>['router'];
  previews: ReturnType<typeof createPreviewsFeature>['router'];
  credits: ReturnType<typeof createCreditsFeature>['router'];
  suppressions: ReturnType<typeof createSuppressionsFeature>['router'];
  contactLists: ReturnType<typeof createContactListsFeature>['router'];
  calling: ReturnType<typeof createCallingProfileFeature>['router'];
  testDrops: ReturnType<typeof createTestDropsFeature>['router'];
  optOuts: ReturnType<typeof createOptOutsFeature>['router'];
  apiKeys: ReturnType<typeof createApiKeysFeature>['router'];
  webhooks: WebhooksFeature['router'];
  accountEvents: ReturnType<typeof createAccountEventsFeature>['router'];
  live: ReturnType<typeof createLiveFeature>['router'];
  accountDeletion: ReturnType<typeof createAccountDeletionFeature>['router'];
  accountExport: ReturnType<typeof createAccountExportFeature>['router'];
}

/** Creates the root router: typed calls for the client, with the REST routes in the metadata. */
export function createAppRouter(routers: FeatureRouters) {
  return router({ ...routers });
}

export type AppRouter = ReturnType<typeof createAppRouter>;
