import { Mail } from 'lucide-react';
import { useSession } from '#client/app/session/use-session.ts';
import { ButtonLink } from '#client/ui/controls/button.tsx';

/** Mail link to sales; renders nothing while the address is unknown. */
export function ContactSales() {
  const { links } = useSession();
  if (links.salesEmail === '') return null;
  return (
    <ButtonLink variant="secondary" icon={Mail} href={`mailto:${links.salesEmail}`}>
      Contact Sales Team
    </ButtonLink>
  );
}
