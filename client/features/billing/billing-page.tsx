import { PageHeader } from '#client/ui/page-header.tsx';

export default function BillingPage() {
  return <PageHeader title="Billing" />;
}
