import { Card, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { REQUIRED_MAILS } from './mail-texts.ts';

/** Mails that are always sent. */
export function RequiredMailsCard() {
  return (
    <Card aria-label="Mails that are always sent">
      <CardHeader>
        <CardTitle>Mails That Are Always Sent</CardTitle>
      </CardHeader>
      <p className="px-5 pt-1 pb-4 text-ink-2">They concern your money, your data, or who can sign in.</p>
      <ul className="divide-y divide-line border-t border-line">
        {REQUIRED_MAILS.map(({ title, text }) => (
          <li key={title} className="px-5 py-3.5">
            <p className="font-medium">{title}</p>
            <p className="text-sm text-ink-3">{text}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
