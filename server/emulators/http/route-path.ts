/** The method and path of a route. The groups of `pattern` are the ids in the path. */
export interface RoutePath {
  method: string;
  pattern: RegExp;
}

/** Parses a method and path such as `GET /v1/invoices/:id`. */
export function parsePath(path: string): RoutePath {
  const [method = '', template = ''] = path.split(' ');
  const pattern = template.replaceAll('.', '\\.').replaceAll(/:\w+/g, '([A-Za-z0-9_]+)');
  return { method, pattern: new RegExp(`^${pattern}$`) };
}

/** Returns the route of a request with the ids in its path, or undefined. */
export function matchRoute<Route extends RoutePath>(
  routes: readonly Route[],
  method: string | undefined,
  path: string,
): { route: Route; ids: string[] } | undefined {
  for (const route of routes) {
    const found = route.method === method ? route.pattern.exec(path) : null;
    if (found !== null) return { route, ids: found.slice(1) };
  }
  return undefined;
}
