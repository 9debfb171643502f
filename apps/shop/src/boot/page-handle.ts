import type { ComponentType } from 'react';

/** What a page asks of the shell around it, as its route's `handle`. */
export interface PageHandle {
  /** Stands above the page in place of the shop's header; then there is nothing else of the shop's around it. */
  readonly Head?: ComponentType;
  /** On a phone the page has a bar of its own along the lower edge, in the place of the shop's navigation. */
  readonly hasBar?: boolean;
}
