import { firstRunOutput } from '#shared/schemas/account/first-run.ts';
import { noFields } from '#shared/schemas/options.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import { CLOSED, firstRunOf, type FirstRunSources } from './first-run.ts';

/** What the list of first steps needs of the app. */
interface FirstRunNeeds {
  auth: { users: FirstRunSources['users'] };
  callingProfiles: FirstRunSources['callingProfiles'];
  subscriptions: FirstRunSources['subscriptions'];
  voices: FirstRunSources['voices'];
  contactLists: FirstRunSources['contactLists'];
  campaigns: { first: FirstRunSources['campaigns'] };
}

/** Creates the list of what a new account does first. Owns no data. */
export function createFirstRunFeature(app: FirstRunNeeds) {
  const { callingProfiles, subscriptions, voices, contactLists } = app;
  const sources: FirstRunSources = {
    callingProfiles,
    subscriptions,
    voices,
    contactLists,
    users: app.auth.users,
    campaigns: app.campaigns.first,
  };
  return {
    router: router({
      steps: protectedProcedure.output(firstRunOutput).query(({ ctx }) => firstRunOf(sources, ctx.user.uid)),
      /** Closes the list for good. */
      close: protectedProcedure
        .input(noFields)
        .output(firstRunOutput)
        .mutation(async ({ ctx }) => {
          await sources.users.closeFirstRun(ctx.user.uid);
          return CLOSED;
        }),
    }),
  };
}
