import { ArrowRight, CreditCard, Megaphone, Wallet } from 'lucide-react';
import { paths } from '#client/app/routing/paths.ts';
import { titleCase } from '#client/app/layout/title-case.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { TypedSearch } from '#client/kit/typed-search.tsx';
import { useUrlState } from '#client/kit/url-state.ts';
import { Accordion, type AccordionItem } from '#client/ui/display/accordion.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { Icon, type IconType } from '#client/ui/icon.tsx';
import { SmartLink, TextLink } from '#client/ui/controls/link.tsx';
import { HelpSearchResults } from './help-search.tsx';
import { HELP_TOPICS } from './help-topics.ts';
import { helpUrl } from './help-url.ts';

const ICONS: Record<string, IconType> = {
  [paths.helpSubscription]: CreditCard,
  [paths.helpCredits]: Wallet,
  [paths.helpCampaigns]: Megaphone,
};
const CARDS = HELP_TOPICS.filter(({ href }) => href in ICONS);
const ARTICLES = HELP_TOPICS.filter(({ href }) => !(href in ICONS));

/** Help Center: search, three topics, further articles and the FAQ. */
export default function HelpPage() {
  const { user, links } = useSession();
  const address = useUrlState(helpUrl);
  return (
    <div className="flex max-w-260 flex-col gap-8">
      <header>
        <p className="text-base text-ink-2">Hello, {titleCase(user?.display_name ?? '') || 'User'}</p>
        <h1 tabIndex={-1} className="mt-1 text-2xl font-semibold">
          How can we help you?
        </h1>
        <TypedSearch
          label="Search the Help Center"
          maxLength={100}
          className="mt-5 max-w-120"
          address={address}
        />
      </header>
      {address.shown.search === '' ? <Topics /> : <HelpSearchResults search={address.shown.search} />}
      <Card>
        <CardHeader>
          <CardTitle>Frequently asked questions</CardTitle>
        </CardHeader>
        <Accordion items={questions(links.supportEmail)} className="px-5 pt-2 pb-1.5" />
      </Card>
    </div>
  );
}

function Topics() {
  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-3">
        {CARDS.map(({ href, title, text }) => (
          <li key={href}>
            <TopicCard href={href} icon={ICONS[href] ?? Megaphone} title={title} text={text} />
          </li>
        ))}
      </ul>
      <Card>
        <CardHeader>
          <CardTitle>Articles</CardTitle>
        </CardHeader>
        <ul className="grid gap-x-4 p-3 sm:grid-cols-2 lg:grid-cols-3">
          {ARTICLES.map(({ href, title, text }) => (
            <li key={href}>
              <SmartLink
                href={href}
                className="flex h-full flex-col rounded-button px-2 py-2.5 transition-colors hover:bg-ink/5"
              >
                <span className="font-medium">{title}</span>
                <span className="text-sm text-ink-2">{text}</span>
              </SmartLink>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

function TopicCard({
  href,
  icon,
  title,
  text,
}: {
  href: string;
  icon: IconType;
  title: string;
  text: string;
}) {
  return (
    <SmartLink
      href={href}
      className="group flex h-full flex-col rounded-card border border-line bg-surface p-5 shadow-card transition-colors hover:border-accent"
    >
      <span className="grid size-9 place-items-center rounded-button bg-accent-soft text-accent">
        <Icon icon={icon} size={18} />
      </span>
      <span className="mt-4 flex items-center gap-1.5 text-md font-semibold">
        {title}
        <Icon
          icon={ArrowRight}
          size={15}
          className="text-accent opacity-0 transition-[opacity,translate] group-hover:translate-x-0.5 group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      </span>
      <span className="mt-1 text-base text-ink-2">{text}</span>
    </SmartLink>
  );
}

/** The six questions and answers of the Help Center. */
function questions(supportEmail: string): AccordionItem[] {
  return [
    {
      id: 'what',
      title: 'What is Hark?',
      content:
        'Hark is an AI-driven outreach tool: you upload a list of contacts and your voice, and Hark leaves each person a voicemail that speaks to them by name. You choose when it is sent and see which calls were delivered.',
    },
    {
      id: 'who',
      title: 'Who benefits from Hark?',
      content:
        'Businesses in sales, marketing, real estate, healthcare, education and customer support: anyone who wants to reach many people in a personal way.',
    },
    {
      id: 'formats',
      title: 'Which file formats are accepted?',
      content: 'CSV (in Excel: Save as CSV). The wizard offers a sample file with the right columns.',
    },
    {
      id: 'security',
      title: 'Is my data secure?',
      content: 'Yes. Your data is encrypted, stored securely and handled in adherence to GDPR.',
    },
    {
      id: 'pause',
      title: 'Can I pause or cancel a scheduled campaign?',
      content: 'No. You can delete it before it starts; its credits are released.',
    },
    {
      id: 'support',
      title: 'How do I contact support?',
      content: (
        <>
          Write to <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>. A person will answer.
        </>
      ),
    },
  ];
}
