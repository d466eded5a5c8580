import { CircleCheck } from 'lucide-react';
import { paths } from '#client/app/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** After a registration. Its button leads by way of /auth/signin, which forwards signed-in people (contract §9). */
export function SignedUp() {
  return (
    <AuthLayout title="Registration Successful!">
      <div role="status" className="flex gap-3 rounded-card bg-accent-soft px-4 py-3.5 text-ink">
        <Icon icon={CircleCheck} size={20} className="mt-px text-accent" />
        <div>
          <p className="font-medium">Your account has been created successfully.</p>
          <p className="mt-1 text-ink-2">You can now use your email and password to log in directly.</p>
        </div>
      </div>
      <ButtonLink href={paths.signIn} size="lg" className="mt-5 w-full">
        Go to Login
      </ButtonLink>
    </AuthLayout>
  );
}
