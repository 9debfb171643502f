/** Queries of calls, keyed by route and parameters: equal calls share one answer. */
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { type Answer, type Sending, send } from './api.ts';
import type { Route } from './calls.ts';

type Sent<R extends Route> = Omit<Sending<R>, 'signal' | 'keepalive' | 'headers'>;

/** As `send`: of a call that is not known yet there are too many combinations for the compiler. */
const ask = send as unknown as <R extends Route>(route: R, sending: object) => Promise<Answer<R>>;

/** The query key of a call; without `sent`, the prefix of all keys of the route. */
export const apiKey = <R extends Route>(route: R, sent?: Sent<R>): QueryKey =>
  sent ? [route, sent] : [route];

/** The query of a call's data. */
export const apiQuery = <R extends Route>(route: R, sent: Sent<R>) =>
  queryOptions({
    queryKey: apiKey(route, sent),
    queryFn: async ({ signal }): Promise<Answer<R>['data']> =>
      (await ask(route, { ...(sent as object), signal })).data,
  });

/** A page of a list. */
export interface ListPage<T> {
  readonly items: T;
  /** Items on all pages. */
  readonly total: number;
}

/** The query of a call that answers one page of a list. */
export const apiPageQuery = <R extends Route>(route: R, sent: Sent<R>) =>
  queryOptions({
    queryKey: apiKey(route, sent),
    queryFn: async ({ signal }): Promise<ListPage<Answer<R>['data']>> => {
      const { data, totalCount } = await ask(route, { ...(sent as object), signal });
      return { items: data, total: totalCount };
    },
  });

/** True for the key of a call without a token, whose answer is the same for everybody. */
export const isPublicKey = ([, sent]: QueryKey): boolean =>
  typeof sent === 'object' && sent !== null && 'anonymous' in sent && sent.anonymous === true;
