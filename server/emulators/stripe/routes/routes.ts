import { customerRoutes } from './customer-routes.ts';
import { globalRoutes } from './global-routes.ts';
import { intentRoutes } from './intent-routes.ts';
import { reversalRoutes } from './reversal-routes.ts';
import type { Route } from './route.ts';
import { subscriptionRoutes } from './subscription-routes.ts';

const ROUTES: readonly Route[] = [
  ...globalRoutes,
  ...customerRoutes,
  ...subscriptionRoutes,
  ...intentRoutes,
  ...reversalRoutes,
];

export interface RouteMatch {
  route: Route;
  id: string | undefined;
}

/** Returns the route of a request with the id in its path, or undefined. */
export function matchRoute(method: string, path: string): RouteMatch | undefined {
  for (const route of ROUTES) {
    const found = route.method === method ? route.pattern.exec(path) : null;
    if (found !== null) return { route, id: found[1] };
  }
  return undefined;
}
