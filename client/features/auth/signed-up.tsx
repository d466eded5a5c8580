import { paths } from '#client/app/routing/paths.ts';
import { ButtonLink } from '#client/ui/controls/button-link.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** Shown after registration. The button goes to /auth/signin, which redirects signed-in users. */
export function SignedUp() {
  return (
    <AuthLayout title="Registration Successful!">
      <Notice tone="delivered" title="Your account has been created successfully.">
        You can now use your email and password to log in directly.
      </Notice>
      <ButtonLink href={paths.signIn} size="lg" className="mt-5 w-full">
        Go to Login
      </ButtonLink>
    </AuthLayout>
  );
}
