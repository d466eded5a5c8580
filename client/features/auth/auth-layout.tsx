import type { ReactNode } from 'react';
import { Play } from 'lucide-react';
import { Logo } from '#client/ui/logo.tsx';

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

/** Bar heights of the sound wave in percent; the first bars are drawn as already played. */
const WAVE = [
  18, 30, 46, 34, 62, 88, 54, 72, 40, 26, 30, 52, 74, 100, 66, 44, 24, 48, 48, 80, 58, 34, 22, 40, 64, 92, 76,
  50, 28, 20, 38, 60, 44, 70, 86, 56, 32, 24, 46, 30,
];
const PLAYED = 15;

/** Brand panel of the screens before sign-in: the slogan and a decorative voicemail. */
function BrandPanel() {
  return (
    <aside
      className="relative hidden overflow-hidden border-l border-line bg-sunken lg:grid lg:place-items-center"
      aria-label="About Hark"
    >
      <div className="w-full max-w-110 px-10 py-12">
        <p className="text-3xl font-semibold text-balance">
          Leverage AI for Effective and Efficient Outreach
        </p>
        <p className="mt-3 max-w-90 text-md text-ink-2">
          Your voice, in every mailbox. Each person hears their own name, and you see who was reached.
        </p>
        <VoicemailPicture />
      </div>
    </aside>
  );
}

function VoicemailPicture() {
  return (
    <div aria-hidden className="mt-10 rounded-panel border border-line bg-surface shadow-float select-none">
      <div className="border-b border-line px-5 py-4">
        <p className="text-sm text-ink-3">What they hear</p>
        <p className="font-semibold">Zoë Martínez</p>
      </div>
      <div className="px-5 pt-4 pb-5">
        <p className="text-md leading-6.5">
          Hi <Filled>Zoë</Filled>, it is Ana from Maple Realty. We are opening the garden flat on{' '}
          <Filled>12 High St</Filled> this Saturday at ten, and I thought of you.
        </p>
        <div className="mt-5 flex items-center gap-4">
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent text-on-accent">
            <Play size={16} className="translate-x-px fill-current" strokeWidth={0} />
          </span>
          <div className="flex h-9 min-w-0 flex-1 items-center justify-between">
            {WAVE.map((height, index) => (
              <span
                key={index}
                className={
                  index < PLAYED ? 'w-0.75 rounded-full bg-accent' : 'w-0.75 rounded-full bg-chart-rest'
                }
                style={{ height: `${String(height)}%` }}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

function Filled({ children }: { children: string }) {
  return <span className="rounded-small bg-accent-soft px-1 font-medium text-accent">{children}</span>;
}
