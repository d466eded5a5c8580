import type { ReactNode } from 'react';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { Button } from '#client/ui/controls/button.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';

interface DialogCardProps {
  /** The fragment of links to it. */
  id?: string;
  title: string;
  text: string;
  /** The label of the button that opens the dialog. */
  action: string;
  /** May be lazy. */
  dialog: (props: { onClose: () => void }) => ReactNode;
}

/** A card with a button that opens a dialog. */
export function DialogCard({ id, title, text, action, dialog: Dialog }: DialogCardProps) {
  const { dialog, ask } = useDialog({ asked: Dialog });
  return (
    <Card id={id} aria-label={title} className="scroll-mt-20">
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <Button
          variant="secondary"
          onClick={() => {
            ask('asked');
          }}
        >
          {action}
        </Button>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">{text}</p>
      {dialog}
    </Card>
  );
}
