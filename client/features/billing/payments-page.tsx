import { PageHeader } from '#client/ui/page-header.tsx';

export default function PaymentsPage() {
  return <PageHeader title="Payments" />;
}
