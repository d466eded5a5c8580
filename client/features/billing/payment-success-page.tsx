import { PageHeader } from '#client/ui/page-header.tsx';

export default function PaymentSuccessPage() {
  return <PageHeader title="PaymentSuccess" />;
}
