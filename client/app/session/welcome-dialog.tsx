import { ButtonLink } from '#client/ui/controls/button-link.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';

interface WelcomeDialogProps {
  title: string;
  text: string;
  /** What the one button says, and where it leads. */
  action: string;
  href: string;
  onClose: () => void;
}

/** A word to a newcomer, with the one step that it asks for. */
export default function WelcomeDialog({ title, text, action, href, onClose }: WelcomeDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={text}
      footer={<ButtonLink href={href}>{action}</ButtonLink>}
    />
  );
}
