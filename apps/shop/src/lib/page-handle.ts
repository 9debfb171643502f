import type { ComponentType } from 'react';

/** What a page asks of the shell around it, as its route's `handle`. */
export interface PageHandle {
  /** Stands above the page in place of the shop's header; then there is no footer, and no reminder either. */
  readonly Head: ComponentType;
}
