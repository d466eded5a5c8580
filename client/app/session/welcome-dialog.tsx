import { ButtonLink } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';

interface WelcomeDialogProps {
  title: string;
  text: string;
  /** The label of the button, which links to `href`. */
  action: string;
  href: string;
  onClose: () => void;
}

/** A dialog for new users with one call to action. */
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
