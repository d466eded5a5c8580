import type { BodyType, RestRoute } from './trpc.ts';

/** The last segment of the paths that are documented with a further type of body, and the end of their operation id. */
const VARIANTS: Readonly<Record<BodyType, { segment: string; suffix: string; what: string }>> = {
  'application/json': { segment: 'json', suffix: 'FromJson', what: 'as JSON' },
  'multipart/form-data': { segment: 'form', suffix: 'FromForm', what: 'as a form with a CSV file' },
  'text/csv': { segment: 'csv', suffix: 'FromCsv', what: 'as a CSV file' },
};

/**
 * Returns the routes of a call that takes several types of bodies: its path, documented with the first type, and a path for
 * each further one, as most generators of clients know one type of body an operation. Each path takes every type.
 */
export function bodyRoutes(
  route: RestRoute & Required<Pick<RestRoute, 'upload'>>,
  [first, ...others]: readonly [BodyType, ...BodyType[]],
): RestRoute[] {
  return [
    { ...route, bodyType: first },
    ...others.map((bodyType) => {
      const { segment, suffix, what } = VARIANTS[bodyType];
      const path = `${route.path}${segment}/`;
      return { ...route, bodyType, path, variant: suffix, summary: `${route.summary}, ${what}` };
    }),
  ];
}
