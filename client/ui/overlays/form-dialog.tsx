import { useId, useState, type ReactNode } from 'react';
import { Button } from '#client/ui/controls/button.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: ReactNode;
  description?: ReactNode;
  /** The fields. */
  children: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** The layout of the fields. */
  className?: string;
  /** The verb of the action, for example "Save". */
  submitLabel: string;
  /** Replaces the label while the form is busy. */
  busyText: string;
  /** The action cannot be undone. */
  danger?: boolean;
  /** The form is being sent; a second submission is ignored. */
  busy: boolean;
  /** Nothing can be submitted yet. */
  disabled?: boolean;
  /** Prevents closing; default: while busy. */
  locked?: boolean;
  /** Closing would lose what no field reports, such as a recording. Input of a field always counts. */
  unsaved?: boolean;
  onSubmit: () => unknown;
  onClose: () => void;
  /** Replaces `onClose` for the Cancel button, which then stays enabled while the dialog is locked. */
  onCancel?: (() => void) | undefined;
}

/** An open dialog with one form: its fields, Cancel and a submit button. The caller removes it on `onClose`. */
export function FormDialog({
  title,
  description,
  children,
  size = 'md',
  className = 'grid gap-4',
  submitLabel,
  busyText,
  danger = false,
  busy,
  disabled = false,
  locked = busy,
  unsaved = false,
  onSubmit,
  onClose,
  onCancel,
}: FormDialogProps) {
  const formId = useId();
  const [changed, setChanged] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={locked}
      unsaved={unsaved || changed}
      size={size}
      title={title}
      description={description}
      footer={
        <>
          <Button
            variant="secondary"
            disabled={locked && onCancel === undefined}
            onClick={onCancel ?? onClose}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'primary'}
            disabled={disabled}
            busy={busy}
            busyText={busyText}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={className}
        // A change event also follows a radio group whose value is set.
        onInput={() => {
          setChanged(true);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          // React passes the event on to a form in which the dialog is rendered, although the DOM does not.
          event.stopPropagation();
          if (!busy && !disabled) onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
