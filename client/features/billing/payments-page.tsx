// NOTE for helper C: helper I builds the client pages and the window.Stripe stand-in (server/local/stripe/browser*) since 11:28; finish the server and report.
import { PageHeader } from '#client/ui/page-header.tsx';

export default function PaymentsPage() {
  return <PageHeader title="Payments" />;
}
