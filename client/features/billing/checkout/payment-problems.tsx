import { CreditCard, TriangleAlert } from 'lucide-react';
import { paths } from '#client/app/routing/paths.ts';
import { errorCode, errorStatus, errorText } from '#client/app/trpc.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { Card } from '#client/ui/display/card.tsx';
import { EmptyState } from '#client/ui/display/states.tsx';
import { CardClientError } from '#client/domain/payment/card-client.ts';

interface PaymentProblemProps {
  error: unknown;
  onTryAgain: () => void;
  busy: boolean;
}

/** Why the payment form is unavailable: errors worth a retry, and permanent ones. */
export function PaymentProblem({ error, onTryAgain, busy }: PaymentProblemProps) {
  if (errorCode(error) === 'CONFLICT') return <PaymentNotAvailable text={errorText(error)} />;
  const status = errorStatus(error);
  if (status !== undefined && status < 500) return <PaymentNotAvailable />;
  return (
    <Card role="alert">
      <EmptyState
        icon={TriangleAlert}
        title="Payment Form Error"
        text={problemText(error)}
        action={
          <Button busy={busy} onClick={onTryAgain}>
            Try Again
          </Button>
        }
      />
    </Card>
  );
}

function problemText(error: unknown): string {
  if (error instanceof CardClientError) return error.message;
  return errorStatus(error) === undefined
    ? 'Unable to load payment form. Please check your connection and try again.'
    : 'Failed to initialize payment form. Please try again.';
}

/** A permanent error; retrying does not help. */
export function PaymentNotAvailable({ text }: { text?: string }) {
  const { links } = useSession();
  const contact = `mailto:${links.supportEmail}`;
  return (
    <Card role="alert">
      <EmptyState
        icon={CreditCard}
        title="Payment Not Available"
        text={text ?? 'Unable to load payment form. Please contact support.'}
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            <ButtonLink href={paths.billing}>Back to Billing</ButtonLink>
            {text === undefined && links.supportEmail !== '' && (
              <ButtonLink variant="secondary" href={contact}>
                Contact support
              </ButtonLink>
            )}
          </div>
        }
      />
    </Card>
  );
}
