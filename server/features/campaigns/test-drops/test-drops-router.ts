import {
  confirmedTestPhoneOutput,
  confirmTestPhoneInput,
  createdTestDropOutput,
  testDropInput,
  testDropOutput,
  testDropRef,
  testDropsOverview,
  testPhoneInput,
  testPhoneOutput,
} from '#shared/schemas/campaigns/test-drops.ts';
import { protectedProcedure, router } from '#server/platform/trpc/trpc.ts';
import { findTestDrop, placeTestDrop } from './place-test-drop.ts';
import type { TestDropDeps } from './test-drop-deps.ts';
import { callTestPhone, confirmTestPhone } from './test-phone.ts';

const PATH = '/api/test-drops/';

/** Procedures that leave a message on the caller's own phone before its campaign exists. */
export function createTestDropsRouter(deps: TestDropDeps) {
  return router({
    overview: protectedProcedure
      .meta({ rest: { method: 'GET', path: PATH, summary: 'Your test phone and the test calls left today' } })
      .output(testDropsOverview)
      .query(async ({ ctx: { user } }) => {
        const { campaignsDeps, testPhones, limits } = deps;
        const [profile, waiting, left] = await Promise.all([
          campaignsDeps.callingProfiles.find(user.uid),
          testPhones.of(user.uid, campaignsDeps.clock.now()),
          limits.left(user.uid),
        ]);
        return {
          phone: profile.testPhone ?? null,
          pending_phone: waiting?.phone ?? null,
          left_today: left,
        };
      }),

    callPhone: protectedProcedure
      .meta({
        rest: {
          method: 'POST',
          path: `${PATH}phone/`,
          summary: 'Call your phone and speak a code that confirms it; charged as one call',
          errors: ['INSUFFICIENT_CREDITS', 'PAYMENT_OVERDUE', 'SUBSCRIPTION_REQUIRED', 'CONFLICT'],
          idempotent: true,
        },
      })
      .input(testPhoneInput)
      .output(testPhoneOutput)
      .mutation(({ ctx, input }) => callTestPhone(deps, { ...ctx, input })),

    confirmPhone: protectedProcedure
      .meta({
        rest: { method: 'POST', path: `${PATH}phone/confirm/`, summary: 'Confirm your phone by its code' },
      })
      .input(confirmTestPhoneInput)
      .output(confirmedTestPhoneOutput)
      .mutation(async ({ ctx: { user }, input: { code } }) => ({
        success: true,
        phone: await confirmTestPhone(deps, user.uid, code),
      })),

    create: protectedProcedure
      .meta({
        rest: {
          method: 'POST',
          path: PATH,
          status: 201,
          summary: 'Leave a message on your own phone; charged as one call',
          errors: [
            'MESSAGE_INCOMPLETE',
            'INSUFFICIENT_CREDITS',
            'PAYMENT_OVERDUE',
            'SUBSCRIPTION_REQUIRED',
            'CONSENT_REQUIRED',
          ],
          idempotent: true,
        },
      })
      .input(testDropInput)
      .output(createdTestDropOutput)
      .mutation(({ ctx: { user, idempotencyKey }, input }) =>
        placeTestDrop(deps, { user, input, idempotencyKey }),
      ),

    get: protectedProcedure
      .meta({ rest: { method: 'GET', path: `${PATH}{id}/`, summary: 'What became of a test call' } })
      .input(testDropRef)
      .output(testDropOutput)
      .query(async ({ ctx: { user }, input: { id } }) => ({
        success: true,
        test_drop: await findTestDrop(deps, user.uid, id),
      })),
  });
}
