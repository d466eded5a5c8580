import { Mail } from 'lucide-react';
import { useSession } from '#client/app/session/use-session.ts';
import { ButtonLink } from '#client/ui/controls/button-link.tsx';

/** A mail to sales; nothing until the address is known. */
export function ContactSales() {
  const { links } = useSession();
  if (links.salesEmail === '') return null;
  return (
    <ButtonLink variant="secondary" icon={Mail} href={`mailto:${links.salesEmail}`}>
      Contact Sales Team
    </ButtonLink>
  );
}
