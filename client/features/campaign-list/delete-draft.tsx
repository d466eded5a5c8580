import type { ListedDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';
import { useUser } from '#client/app/session/use-session.ts';
import { trpc } from '#client/app/trpc.ts';
import { eraseDraft } from '#client/domain/draft/erase-draft.ts';
import { ConfirmMutation } from '#client/kit/confirm-mutation.tsx';
import { confirmed } from '#client/kit/outcome.ts';
import { draftName } from './draft-columns.tsx';

/** Confirms and deletes a draft, in this browser too. */
export default function DeleteDraft({ draft, onClose }: { draft: ListedDraft; onClose: () => void }) {
  const { drafts } = trpc.useUtils().campaigns;
  const { uid } = useUser();
  const discard = trpc.campaigns.drafts.discard.useMutation(
    confirmed({
      onDone: () => {
        eraseDraft(uid, draft.id);
      },
      done: `The draft “${draftName(draft)}” was deleted.`,
      failed: 'The draft could not be deleted. Please try again.',
      refresh: () => drafts.list.invalidate(),
      onClose,
    }),
  );
  return (
    <ConfirmMutation
      mutation={discard}
      input={{ id: draft.id }}
      onClose={onClose}
      title={`Delete the draft “${draftName(draft)}”?`}
      description="What you entered is deleted. This cannot be undone."
      confirmLabel="Delete"
      danger
    />
  );
}
