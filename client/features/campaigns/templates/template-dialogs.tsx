import { ConfirmDialog } from '#client/ui/overlays/confirm-dialog.tsx';
import type { StepProps } from '#client/features/campaigns/wizard/wizard-state.ts';
import { ownNamesOf } from '#client/features/campaigns/wizard/wizard-guards.ts';
import type { MessageTemplateView } from '#shared/schemas/campaigns/message-templates.ts';
import type { OfferedMessage } from './offered-messages.ts';
import { RenameTemplateDialog, SaveTemplateDialog } from './template-name-dialog.tsx';
import { DeleteTemplate, RewriteTemplate } from './template-questions.tsx';
import TemplatesDialog, { type TemplateChange } from './templates-dialog.tsx';

/** Which dialog is open. */
export type Asking =
  | { what: 'list' | 'save' }
  | { what: 'replace'; message: OfferedMessage }
  | { what: TemplateChange; template: MessageTemplateView };

interface TemplateDialogsProps extends Pick<StepProps, 'state'> {
  asking: Asking;
  onAsk: (asking: Asking | null) => void;
  /** Puts a text in the place of the message. */
  onUse: (text: string) => void;
}

/** The dialogs on templates; those on one template return to the list. */
export default function TemplateDialogs({ state, asking, onAsk, onUse }: TemplateDialogsProps) {
  const { message } = state.form;
  const close = () => {
    onAsk(null);
  };
  const back = () => {
    onAsk({ what: 'list' });
  };
  switch (asking.what) {
    case 'list':
      return (
        <TemplatesDialog
          sender={state.sender ?? { businessName: '', callbackNumber: '' }}
          own={ownNamesOf(state.upload)}
          hasMessage={message.trim() !== ''}
          onChoose={(chosen) => {
            if (message.trim() === '') onUse(chosen.text);
            else onAsk({ what: 'replace', message: chosen });
          }}
          onChange={(what, template) => {
            onAsk({ what, template });
          }}
          onClose={close}
        />
      );
    case 'replace':
      return (
        <ConfirmDialog
          open
          onOpenChange={back}
          title="Replace your message?"
          description={`“${asking.message.name}” takes the place of what you have written. You can undo this.`}
          cancelLabel="Keep mine"
          confirmLabel="Replace"
          onConfirm={() => {
            onUse(asking.message.text);
          }}
        />
      );
    case 'save':
      return <SaveTemplateDialog text={message} onClose={close} />;
    case 'rename':
      return <RenameTemplateDialog template={asking.template} onClose={back} />;
    case 'rewrite':
      return <RewriteTemplate template={asking.template} text={message} onClose={back} />;
    case 'delete':
      return <DeleteTemplate template={asking.template} onClose={back} />;
  }
}
