import type { Features } from './features.ts';
import { MODULES } from './modules.ts';
import { router } from '#server/platform/trpc/trpc.ts';

type Modules = Pick<Features, (typeof MODULES)[number]>;
/** The routers of the modules, by their names. */
type Routers = {
  [Name in keyof Modules as Modules[Name] extends { router: unknown } ? Name : never]: Modules[Name] extends {
    router: infer Router;
  }
    ? Router
    : never;
};

/** Creates the root router of all modules: typed calls for the client, with the REST routes in the metadata. */
export function createAppRouter(features: Features) {
  const routed = MODULES.flatMap((name) => {
    const made = features[name];
    return 'router' in made ? [[name, made.router] as const] : [];
  });
  return router(Object.fromEntries(routed) as unknown as Routers);
}

export type AppRouter = ReturnType<typeof createAppRouter>;
