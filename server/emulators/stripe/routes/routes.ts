import { customerRoutes } from './customer-routes.ts';
import { globalRoutes } from './global-routes.ts';
import { intentRoutes } from './intent-routes.ts';
import { reversalRoutes } from './reversal-routes.ts';
import type { Route } from './route.ts';
import { subscriptionRoutes } from './subscription-routes.ts';

/** The part of Stripe's API that is implemented. */
export const ROUTES: readonly Route[] = [
  ...globalRoutes,
  ...customerRoutes,
  ...subscriptionRoutes,
  ...intentRoutes,
  ...reversalRoutes,
];
