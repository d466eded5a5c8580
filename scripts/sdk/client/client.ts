import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch';
import type { HttpMethod, MediaType, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';

/** Parameters and body, which may be left out where the call needs none. */
type InitParam<Init> = RequiredKeysOf<Init> extends never ? [init?: Init] : [init: Init];

type Operation<Item, Method extends HttpMethod> =
  Item extends Record<Method, infer Found extends Record<string | number, unknown>> ? Found : never;

type Data<Found extends Record<string | number, unknown>, Init> = NonNullable<
  FetchResponse<Found, Init, MediaType>['data']
>;

type DataMethod<Paths extends object, Method extends HttpMethod> = <
  Path extends PathsWithMethod<Paths, Method>,
  Init extends MaybeOptionalInit<Paths[Path], Method & keyof Paths[Path]>,
>(
  path: Path,
  ...init: InitParam<Init>
) => Promise<Data<Operation<Paths[Path], Method>, Init>>;

type PagesMethod<Paths extends object> = <
  Path extends PathsWithMethod<Paths, 'get'>,
  Init extends MaybeOptionalInit<Paths[Path], 'get' & keyof Paths[Path]>,
>(
  path: Path,
  ...init: InitParam<Init>
) => AsyncGenerator<Data<Operation<Paths[Path], 'get'>, Init>>;

/** `Calls` with the types of an API document. */
export interface Client<Paths extends object> {
  get: DataMethod<Paths, 'get'>;
  post: DataMethod<Paths, 'post'>;
  put: DataMethod<Paths, 'put'>;
  delete: DataMethod<Paths, 'delete'>;
  pages: PagesMethod<Paths>;
}
