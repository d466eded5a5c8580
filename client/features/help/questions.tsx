import type { AccordionItem } from '#client/ui/display/accordion.tsx';
import { TextLink } from '#client/ui/controls/text-link.tsx';

/** The six questions and answers of the Help Center. */
export function questions(supportEmail: string): AccordionItem[] {
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
        'Businesses in sales, marketing, real estate, healthcare, education and customer support: everyone who has something to say to many people and wants to say it personally.',
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
          Write to <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>. A person answers.
        </>
      ),
    },
  ];
}
