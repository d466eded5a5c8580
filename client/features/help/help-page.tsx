import { ArrowRight, CreditCard, Megaphone, Wallet } from 'lucide-react';
import { Link } from 'wouter';
import { paths } from '#client/app/routing/paths.ts';
import { titleCase } from '#client/app/layout/title-case.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { Accordion, type AccordionItem } from '#client/ui/display/accordion.tsx';
import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { Icon, type IconType } from '#client/ui/icon.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';

const TOPICS = [
  {
    href: paths.helpSubscription,
    icon: CreditCard,
    title: 'Subscription',
    text: 'Plans, monthly billing, changing and cancelling.',
  },
  {
    href: paths.helpCredits,
    icon: Wallet,
    title: 'Credits',
    text: 'What a call costs, and when credits are held or spent.',
  },
  {
    href: paths.helpCampaigns,
    icon: Megaphone,
    title: 'Campaigns',
    text: 'What you can send, and the rules that apply.',
  },
];

/** Help Center: three topics and the FAQ. */
export default function HelpPage() {
  const { user, links } = useSession();
  return (
    <div className="flex max-w-260 flex-col gap-8">
      <header>
        <p className="text-base text-ink-2">Hello, {titleCase(user?.display_name ?? '') || 'User'}</p>
        <h1 tabIndex={-1} className="mt-1 text-2xl font-semibold">
          How can we help you?
        </h1>
      </header>
      <ul className="grid gap-4 sm:grid-cols-3">
        {TOPICS.map((topic) => (
          <li key={topic.href}>
            <TopicCard {...topic} />
          </li>
        ))}
      </ul>
      <Card>
        <CardHeader>
          <CardTitle>Frequently asked questions</CardTitle>
        </CardHeader>
        <Accordion items={questions(links.supportEmail)} className="px-5 pt-2 pb-1.5" />
      </Card>
    </div>
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
    <Link
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
    </Link>
  );
}

/** The six questions and answers of the Help Center. */
function questions(supportEmail: string): AccordionItem[] {
  return [
    {
      id: 'what',
      title: 'What is Hark?',
      content:
        'Hark is an AI-driven outreach tool: you upload a list of contacts and your voice, and Hark leaves each person a voicemail that speaks to them by name. You choose when it is sent and see who was reached.',
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
