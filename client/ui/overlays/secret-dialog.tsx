import { Button } from '#client/ui/controls/button.tsx';
import { CopyButton } from '#client/ui/controls/copy-button.tsx';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { Dialog } from './dialog.tsx';

interface SecretDialogProps {
  title: string;
  /** Says that the secret must be copied now. */
  notice: string;
  /** Names the secret: "API key". */
  label: string;
  secret: string;
  /** What the button says: "Copy Key". */
  copyLabel: string;
  onClose: () => void;
}

/** Shows a secret that cannot be read again. */
export function SecretDialog({ title, notice, label, secret, copyLabel, onClose }: SecretDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title} footer={<Button onClick={onClose}>Done</Button>}>
      <div className="grid gap-4">
        <Notice tone="waiting">{notice}</Notice>
        <Field label={label}>
          <TextInput
            readOnly
            value={secret}
            className="font-mono"
            onFocus={({ target }) => {
              target.select();
            }}
          />
        </Field>
        <CopyButton text={secret} label={copyLabel} />
      </div>
    </Dialog>
  );
}
