import type { ReactNode } from 'react';
import { paths } from '#client/app/routing/paths.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { SmartLink, TextLink } from '#client/ui/controls/link.tsx';
import { Logo } from '#client/ui/logo.tsx';

interface LegalPageProps {
  title: string;
  /** When the text was last changed, for example "November 22, 2026". */
  updated: string;
  children: ReactNode;
}

/** Layout of a legal text: heading, date and sections, without a session. */
export function LegalPage({ title, updated, children }: LegalPageProps) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-190 flex-col px-4 py-6 sm:px-10 sm:py-8">
      <header>
        <SmartLink href={paths.home} className="inline-flex rounded-control">
          <Logo />
        </SmartLink>
      </header>
      <main className="flex-1 pt-12 pb-10">
        <h1 tabIndex={-1} className="text-2xl font-semibold">
          {title}
        </h1>
        <p className="mt-2 text-base text-ink-3">Last updated {updated}</p>
        <div className="mt-8 flex flex-col gap-7">{children}</div>
      </main>
      <footer className="flex gap-5 border-t border-line pt-5 text-sm">
        <TextLink href={paths.privacy}>Privacy</TextLink>
        <TextLink href={paths.terms}>Terms</TextLink>
      </footer>
    </div>
  );
}

/** The address of the support team, as a link once it is loaded. */
export function SupportAddress() {
  const { supportEmail } = useSession().links;
  if (supportEmail === '') return <>our support team</>;
  return <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>;
}
