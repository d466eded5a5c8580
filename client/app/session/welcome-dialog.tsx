import { paths } from '#client/app/routing/paths.ts';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';

/** Texts, and the label and target of the button. */
const KINDS = {
  subscriptionRequired: {
    title: 'Subscription Required',
    text: 'A plan gives you the credits that your campaigns are paid with. Choose one to start reaching people.',
    action: 'Get Subscription',
    href: paths.billing,
  },
  paymentFailed: {
    title: 'Your last payment failed',
    text: 'Your plan is paused until the payment succeeds. Campaigns that are already paid for go on. Update your card to resume your plan immediately.',
    action: 'Update card',
    href: paths.billing,
  },
  getStarted: {
    title: "Let's Get Started!",
    text: 'Your first campaign needs a voice. Upload a recording or clone your own, then tell people what you have to say.',
    action: 'Upload My Voice',
    href: paths.myVoice,
  },
} as const;

/** A dialog with one call to action. */
export default function WelcomeDialog({ kind, onClose }: { kind: keyof typeof KINDS; onClose: () => void }) {
  const { title, text, action, href } = KINDS[kind];
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
