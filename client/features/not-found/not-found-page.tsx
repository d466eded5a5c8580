import { ArrowLeft } from 'lucide-react';
import { useLocation } from 'wouter';
import { paths } from '#client/app/routing/paths.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';

const QUICK_LINKS = [
  { href: paths.analytics, label: 'Analytics' },
  { href: paths.myVoice, label: 'My Voice' },
  { href: paths.billing, label: 'Billing' },
  { href: paths.help, label: 'Help Center' },
];

/** Page for unknown paths. */
export default function NotFoundPage() {
  const [, navigate] = useLocation();
  return (
    <div className="mx-auto flex max-w-120 flex-col items-center py-12 text-center sm:py-20">
      <SilentWave />
      <h1 tabIndex={-1} className="mt-7 text-2xl font-semibold">
        Page Not Found
      </h1>
      <p className="mt-2 text-base text-balance text-ink-2">
        There is nothing at this address. It may have moved, or the link is incomplete.
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2.5">
        <ButtonLink href={paths.dashboard}>Go to Dashboard</ButtonLink>
        <Button
          variant="secondary"
          icon={ArrowLeft}
          onClick={() => {
            if (window.history.length > 1) window.history.back();
            else navigate(paths.dashboard);
          }}
        >
          Go Back
        </Button>
      </div>
      <nav aria-label="Quick links" className="mt-10 w-full border-t border-line pt-6">
        <ul className="flex flex-wrap justify-center gap-x-6 gap-y-3">
          {QUICK_LINKS.map(({ href, label }) => (
            <li key={href}>
              <TextLink href={href}>{label}</TextLink>
            </li>
          ))}
        </ul>
      </nav>
      <p className="mt-6 text-sm text-ink-3">
        Still looking? <TextLink href={paths.help}>Contact Support</TextLink>
      </p>
    </div>
  );
}

/** Decorative flat sound wave. */
function SilentWave() {
  return (
    <svg width="132" height="44" viewBox="0 0 132 44" aria-hidden className="stroke-line-strong">
      <path
        d="M6 20v4M18 16v12M30 19v6M42 12v20M54 17v10M78 17v10M90 12v20M102 19v6M114 16v12M126 20v4"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <circle cx="66" cy="22" r="3" className="fill-accent stroke-none" />
    </svg>
  );
}
