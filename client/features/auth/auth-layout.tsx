import type { ReactNode } from 'react';
import { Logo } from '#client/ui/logo.tsx';
import { ExampleVoicemail } from './example-voicemail.tsx';

interface AuthLayoutProps {
  title: string;
  text?: ReactNode;
  children: ReactNode;
  /** Below the form: a link to the related screen. */
  footer?: ReactNode;
}

/** Layout of all screens before sign-in: the form on one side, the brand panel on the other. */
export function AuthLayout({ title, text, children, footer }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
      <div className="flex flex-col px-4 py-6 sm:px-10 sm:py-8">
        <header>
          <Logo />
        </header>
        <main className="mx-auto flex w-full max-w-92 flex-1 flex-col justify-center py-10">
          <h1 tabIndex={-1} className="text-2xl font-semibold">
            {title}
          </h1>
          {text !== undefined && <p className="mt-2 text-base text-ink-2">{text}</p>}
          <div className="mt-7">{children}</div>
          {footer !== undefined && <p className="mt-6 text-base text-ink-2">{footer}</p>}
        </main>
      </div>
      <BrandPanel />
    </div>
  );
}

/** Brand panel of the screens before sign-in: the slogan and a voicemail to hear. */
function BrandPanel() {
  return (
    <aside
      className="grid place-items-center border-t border-line bg-sunken lg:border-t-0 lg:border-l"
      aria-label="About Hark"
    >
      <div className="w-full max-w-110 px-4 py-10 sm:px-10 lg:py-12">
        <p className="text-2xl font-semibold text-balance lg:text-3xl">
          Leverage AI for Effective and Efficient Outreach
        </p>
        <p className="mt-3 max-w-90 text-md text-ink-2">
          Your voice, in every mailbox. Each person hears their own name, and you see which calls were
          delivered.
        </p>
        <ExampleVoicemail />
      </div>
    </aside>
  );
}
