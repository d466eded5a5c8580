import type { MessageTemplateView } from '#shared/schemas/campaigns/message-templates.ts';
import { trpc } from '#client/app/trpc.ts';
import { ConfirmMutation } from '#client/kit/confirm-mutation.tsx';
import { confirmed } from '#client/kit/outcome.ts';

interface QuestionProps {
  template: MessageTemplateView;
  onClose: () => void;
}

/** Confirms and deletes a template. */
export function DeleteTemplate({ template: { id, name }, onClose }: QuestionProps) {
  const { messageTemplates } = trpc.useUtils();
  const remove = trpc.messageTemplates.delete.useMutation(
    confirmed({
      done: `${name} was deleted.`,
      gone: `${name} was already deleted.`,
      failed: 'The template could not be deleted. Please try again.',
      refresh: () => messageTemplates.list.invalidate(),
      onClose,
    }),
  );
  return (
    <ConfirmMutation
      mutation={remove}
      input={{ id }}
      onClose={onClose}
      title={`Delete ${name}?`}
      description="Campaigns that were made with it keep their message."
      cancelLabel="Keep"
      confirmLabel="Delete"
      danger
    />
  );
}

/** Confirms and replaces the text of a template. */
export function RewriteTemplate({ template: { id, name }, text, onClose }: QuestionProps & { text: string }) {
  const { messageTemplates } = trpc.useUtils();
  const rewrite = trpc.messageTemplates.update.useMutation(
    confirmed({
      done: `${name} was saved.`,
      gone: `${name} was deleted meanwhile.`,
      failed: 'The template could not be saved. Please try again.',
      refresh: () => messageTemplates.list.invalidate(),
      onClose,
    }),
  );
  return (
    <ConfirmMutation
      mutation={rewrite}
      input={{ id, text }}
      onClose={onClose}
      title={`Replace the text of ${name}?`}
      description="The template will say what this message says now."
      cancelLabel="Keep"
      confirmLabel="Replace"
    />
  );
}
