import type { Connection } from 'mongoose';
import type { AccountEvents } from '#server/features/account/events/api.ts';
import type { CallingProfiles } from '#server/features/calling/api.ts';
import { allowsLocalPages, type Env } from '#server/app/env/env.ts';
import { clientOf } from '#server/platform/http/sessions/authenticate.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { SecretBox } from '#server/platform/lib/secrets/secret-box.ts';
import type { DoNotCallList } from '#server/features/do-not-call/suppressions/api.ts';
import { createOptOutsFeature } from '#server/features/do-not-call/opt-outs/opt-outs-feature.ts';

/** The features that opt-outs use. */
interface OptOutFeatures {
  accountEvents: { events: AccountEvents };
  callingProfiles: CallingProfiles;
  suppressions: { doNotCall: DoNotCallList };
  secretBox: SecretBox;
}

/** Creates the ways in which people stop calls over the do-not-call lists and the calling profiles. */
export function composeOptOuts(
  features: OptOutFeatures,
  { env, ...shared }: { env: Env; connection: Connection; clock: Clock; log: Logger; publicUrl: string },
) {
  return createOptOutsFeature({
    ...shared,
    events: features.accountEvents.events,
    profiles: features.callingProfiles,
    doNotCall: features.suppressions.doNotCall,
    secretBox: features.secretBox,
    clientOf,
    local: allowsLocalPages(env),
  });
}
