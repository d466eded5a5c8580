import {
  mailChoiceInput,
  mailChoicesOutput,
  type MailChoices,
} from '#shared/schemas/account/mail-choices.ts';
import { protectedProcedure } from '#server/platform/trpc/trpc.ts';
import { unauthenticated } from '#server/platform/lib/errors.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import { signedInAccount, type UserRecord } from '#server/features/auth/user-store.ts';

/** Which of the optional mails the caller gets. */
export function mailChoiceProcedures(deps: AuthDeps) {
  return {
    mailChoices: protectedProcedure
      .output(mailChoicesOutput)
      .query(async ({ ctx }) => choicesOf(await signedInAccount(deps, ctx.user.uid))),

    setMailChoice: protectedProcedure
      .input(mailChoiceInput)
      .output(mailChoicesOutput)
      .mutation(async ({ ctx, input: { mail, on } }) => {
        const user = await deps.users.setMail(ctx.user.uid, mail, on);
        if (user === undefined) throw unauthenticated();
        return choicesOf(user);
      }),
  };
}

function choicesOf({ mutedMails = [] }: UserRecord): MailChoices {
  return { off: mutedMails };
}
